/// One option of a command: its names, whether it takes a value, and what it does.
package struct OptionSpecification: Sendable {
  /// The long name without its dashes: `max-results`.
  package let name: String
  /// The one-letter name, where there is one.
  package let short: Character?
  /// What the help calls the value (`N`, `FILE`); nil for a flag, which takes none.
  package let placeholder: String?
  /// Whether it may be given more than once; its values then add up.
  package let isRepeatable: Bool
  /// What it does, for the help.
  package let help: String

  /// An option that is there or not.
  package static func flag(
    _ name: String, short: Character? = nil, help: String
  ) -> OptionSpecification {
    OptionSpecification(
      name: name, short: short, placeholder: nil, isRepeatable: true, help: help)
  }

  /// An option with a value: `--name VALUE` or `--name=VALUE`.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, repeatable: Bool = false,
    help: String
  ) -> OptionSpecification {
    OptionSpecification(
      name: name, short: short, placeholder: placeholder, isRepeatable: repeatable, help: help)
  }

  /// How it is written on the command line, for the help: `-o, --output FILE`.
  var spelling: String {
    (short.map { "-\($0), " } ?? "") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

/// Options that belong together in the help.
package struct OptionGroup: Sendable {
  /// The heading.
  package let title: String
  /// The options in the order of the help.
  package let options: [OptionSpecification]

  /// Makes a group.
  package init(_ title: String, _ options: [OptionSpecification]) {
    self.title = title
    self.options = options
  }
}
