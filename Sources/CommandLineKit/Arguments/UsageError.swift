/// What is wrong with a command line.
package enum UsageError: Error, Equatable, CustomStringConvertible {
  /// No option has this name.
  case unknownOption(String, suggestions: [String])
  /// No command has this name.
  case unknownCommand(String, suggestions: [String])
  /// An option stands without its value.
  case missingValue(option: String, placeholder: String)
  /// A flag was given a value.
  case unexpectedValue(option: String, found: String)
  /// A value does not fit its option.
  case invalidValue(option: String, found: String, expected: String)
  /// An option that has one value was given two.
  case givenTwice(option: String)
  /// Two options that exclude each other.
  case conflict(String, String, reason: String)
  /// Nothing to work on was named.
  case missingOperand(expected: String)
  /// More was named than the command takes.
  case unexpectedOperand(found: String, expected: String)

  /// One or two sentences for a person.
  package var description: String {
    switch self {
    case .unknownOption(let found, let suggestions):
      "There is no option \(found)." + Self.hint(suggestions)
    case .unknownCommand(let found, let suggestions):
      "There is no command \"\(found)\"." + Self.hint(suggestions)
    case .missingValue(let option, let placeholder):
      "\(option) needs a value: \(option) \(placeholder)."
    case .unexpectedValue(let option, let found):
      "\(option) takes no value, found \"\(found)\"."
    case .invalidValue(let option, let found, let expected):
      "\(option): found \"\(found)\", expected \(expected)."
    case .givenTwice(let option):
      "\(option) is given twice; it has one value."
    case .conflict(let first, let second, let reason):
      "\(first) and \(second) exclude each other: \(reason)."
    case .missingOperand(let expected):
      "Nothing to work on: expected \(expected)."
    case .unexpectedOperand(let found, let expected):
      "\"\(found)\" is too much: expected \(expected)."
    }
  }

  private static func hint(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : " Did you mean \(suggestions.joined(separator: " or "))?"
  }
}
