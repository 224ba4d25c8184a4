/// The text of a progress bar.
package struct ProgressLine: Sendable, Equatable {
  /// Pieces of work that are done.
  package var done: Int
  /// Pieces of work in all.
  package var total: Int
  /// Seconds since the work began.
  package var elapsed: Double

  /// Makes a line; a count beyond the total counts as the total.
  package init(done: Int, total: Int, elapsed: Double) {
    self.total = max(total, 0)
    self.done = min(max(done, 0), self.total)
    self.elapsed = max(elapsed, 0)
  }

  /// The line for a terminal: `[=====>    ]  12/40   30%   4.1/s   0:07 left`.
  ///
  /// - Parameter width: The columns it may take. When there are few, the bar goes first, then the
  ///   time left, then the rate.
  /// - Returns: Text of at most `width` columns, without a line break.
  package func text(width: Int) -> String {
    let share = total > 0 ? Double(done) / Double(total) : 1
    let digits = String(total).count
    let count = TextTable.pad(String(done), to: digits, .right) + "/\(total)"
    let percent = TextTable.pad("\(Int(share * 100))%", to: 4, .right)
    var parts = [count, percent]
    // Filled to a usual width, so that the bar does not change its length all the time.
    if done > 0, elapsed > 0 {
      let rate = Double(done) / elapsed
      let rateText = FixedDecimals.text(rate, decimals: rate < 10 ? 1 : 0) + "/s"
      let timeText = Self.clock(Double(total - done) / rate) + " left"
      parts.append(TextTable.pad(rateText, to: 6, .right))
      parts.append(TextTable.pad(timeText, to: 10, .right))
    }
    let cells = min(width - Self.joined(parts).utf8.count - 4, 40)
    if cells >= 5 {
      return "[" + Self.bar(share, cells: cells) + "]  " + Self.joined(parts)
    }
    while parts.count > 1, Self.joined(parts).utf8.count > width { parts.removeLast() }
    // A number that is cut short would be another number.
    return count.utf8.count <= width ? Self.joined(parts) : ""
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "  ") }

  private static func bar(_ share: Double, cells: Int) -> String {
    let filled = Int(share * Double(cells))
    let head = filled < cells ? ">" : ""
    let done = String(repeating: "=", count: filled) + head
    return done + String(repeating: " ", count: cells - done.utf8.count)
  }

  /// Seconds as `0:07`, `12:30` or `3:05:00`.
  static func clock(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "over 99 h" }
    let whole = Int(seconds.rounded(.up))
    let pair = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(pair(minutes)):\(pair(rest))" : "\(minutes):\(pair(rest))"
  }
}
