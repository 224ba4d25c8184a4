import Glibc

/// Shows on a terminal how far work has come.
///
/// It draws on standard error, and only where that is a terminal and there is more than one piece
/// of work; else it does nothing at all.
package struct ProgressBar {
  private static let clearLine = "\r\u{1B}[K"
  /// Redrawing more often than this, in seconds, costs time and shows nothing new.
  private static let interval = 0.1

  private let output: OutputDescriptor
  private let isActive: Bool
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var done = 0
  private var lastDrawn: Double?

  /// Begins work in `total` pieces.
  package init(total: Int, on output: OutputDescriptor = .standardError) {
    self.output = output
    self.total = total
    let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    isActive = total > 1 && terminal != "dumb" && output.isTerminal
    start = clock.now
  }

  /// Counts a piece of work as done.
  package mutating func advance() {
    done += 1
    guard isActive else { return }
    let elapsed = (clock.now - start) / .seconds(1)
    if let lastDrawn, elapsed - lastDrawn < Self.interval { return }
    lastDrawn = elapsed
    // The last column stays free: a terminal would wrap there.
    let line = ProgressLine(done: done, total: total, elapsed: elapsed)
      .text(width: (output.terminalWidth ?? 80) - 1)
    output.writeMessage(Self.clearLine + line)
  }

  /// Takes the bar away, for other output or at the end; the next ``advance()`` draws it again.
  package mutating func clear() {
    guard isActive, lastDrawn != nil else { return }
    output.writeMessage(Self.clearLine)
    lastDrawn = nil
  }
}
