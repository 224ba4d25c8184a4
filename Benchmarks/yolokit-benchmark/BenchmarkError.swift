/// Why nothing can be measured.
enum BenchmarkError: Error, Equatable, CustomStringConvertible {
  /// The program was compiled without optimisation.
  case notOptimized

  /// One or two sentences for a person.
  var description: String {
    switch self {
    case .notOptimized:
      "This is a debug build, whose figures would mean nothing. "
        + "Build it with \"swift build -c release\"."
    }
  }
}
