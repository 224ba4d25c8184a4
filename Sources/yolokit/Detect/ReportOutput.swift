import CommandLineKit

/// Where the results of a run go: standard output, or a file that appears when all is done.
struct ReportOutput {
  private let file: AtomicFile?
  /// Whether the reader of standard output has gone and the rest is for nobody.
  private(set) var isAbandoned = false

  /// Opens a file, or standard output where there is no path.
  init(_ path: SystemPath?) throws(OutputError) {
    file = if let path { try AtomicFile(path) } else { nil }
  }

  /// Whether results appear on standard output.
  var isStandardOutput: Bool { file == nil }

  /// Adds text.
  mutating func write(_ text: String) throws(OutputError) {
    guard !text.isEmpty, !isAbandoned else { return }
    if let file { return try file.write(text) }
    do throws(OutputError) {
      try OutputDescriptor.standardOutput.write(text)
    } catch .readerGone {
      isAbandoned = true
    }
  }

  /// Gives the file its name.
  func finish() throws(OutputError) {
    try file?.commit()
  }
}
