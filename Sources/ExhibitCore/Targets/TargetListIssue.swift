/// What was wrong with an entry of a list of targets; the entry was left out.
public enum TargetListIssue: Sendable, Hashable, CustomStringConvertible {
  /// The entry is empty.
  case emptyName(position: Int)
  /// The same class stands earlier in the list.
  case duplicate(name: String, position: Int, firstPosition: Int)
  /// The model has no such class, so nobody could catch it.
  case unknownClass(name: String, position: Int, suggestions: [String])

  /// One sentence: where (counted from 1), what was found, what to do.
  public var description: String {
    switch self {
    case .emptyName(let position):
      return "Target \(position + 1) has no name and was left out; name a class or remove it."
    case .duplicate(let name, let position, let firstPosition):
      return "Target \(position + 1) '\(name)' repeats target \(firstPosition + 1) and was left"
        + " out; name each class once."
    case .unknownClass(let name, let position, let suggestions):
      let hint =
        suggestions.isEmpty
        ? "use a name of the model's list"
        : "did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
      return "Target \(position + 1) '\(name)' is no class of the model and was left out; \(hint)"
        + (suggestions.isEmpty ? "." : "")
    }
  }
}
