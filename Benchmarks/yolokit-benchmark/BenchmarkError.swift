import CommandLineKit

/// Why nothing can be measured.
enum BenchmarkError: Error, Equatable, CustomStringConvertible {
  /// The program was compiled without optimisation.
  case notOptimized
  /// A line on standard input asks for nothing that a server does.
  case unknownRequest(line: Int, found: String, runLimit: Int)

  /// One or two sentences for a person.
  var description: String {
    switch self {
    case .notOptimized:
      "This is a debug build, whose figures would mean nothing. "
        + "Build it with \"swift build -c release\"."
    case .unknownRequest(let line, let found, let runLimit):
      "standard input, line \(line): found \"\(VisibleText.of(found))\", "
        + "expected \"run N\" with N in 1…\(runLimit)."
    }
  }
}
