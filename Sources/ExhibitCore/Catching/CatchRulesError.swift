/// Why values do not make ``CatchRules``.
public enum CatchRulesError: Error, Equatable, CustomStringConvertible {
  /// A value lies outside its range or is not a number; both are given as they print.
  case outOfRange(rule: String, found: String, expected: String)

  /// One sentence: what was found, what was expected, what to do.
  public var description: String {
    switch self {
    case .outOfRange(let rule, let found, let expected):
      "'\(rule)' is \(found) but must be in \(expected); change it or leave it out."
    }
  }
}
