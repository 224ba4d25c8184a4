/// Why an ``ObjectDetector`` cannot be made or used.
public enum ObjectDetectorError: Error, Equatable, CustomStringConvertible {
  /// An option is out of range, or the model cannot do what it asks for.
  case invalidOption(name: String, found: String, expected: String)
  /// An option names a class that the model does not have.
  case unknownCategory(name: String, suggestions: [String])
  /// The network cannot be run.
  case execution(ExecutionError)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .invalidOption(let name, let found, let expected):
      "\(name) is \(found), expected \(expected)."
    case .unknownCategory(let name, let suggestions):
      "The model has no class named \"\(name)\"."
        + (suggestions.isEmpty ? "" : " Did you mean \(suggestions.joined(separator: ", "))?")
    case .execution(let error): error.description
    }
  }
}
