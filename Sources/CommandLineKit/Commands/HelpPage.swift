/// What a command tells about itself.
package struct HelpPage: Sendable {
  /// A command line and what it does.
  package struct Example: Sendable {
    let command: String
    let effect: String

    /// Makes an example.
    package init(_ command: String, _ effect: String) {
      self.command = command
      self.effect = effect
    }
  }

  /// A heading and paragraphs.
  package struct Section: Sendable {
    let title: String
    let text: String

    /// Makes a section; line breaks in the text part its paragraphs.
    package init(_ title: String, _ text: String) {
      self.title = title
      self.text = text
    }
  }

  /// The operands, as the first line shows them: `PICTURE...`; empty where there are none.
  package let operands: String
  /// What the command does.
  package let introduction: String
  /// The options; the last group is the one with `--help`.
  package let groups: [OptionGroup]
  /// What else is worth knowing.
  package let sections: [Section]
  /// Command lines to start from.
  package let examples: [Example]

  /// Makes a page.
  package init(
    operands: String, introduction: String, groups: [OptionGroup], sections: [Section] = [],
    examples: [Example] = []
  ) {
    self.operands = operands
    self.introduction = introduction
    self.groups = groups + [OptionGroup("Help", [Self.helpOption])]
    self.sections = sections
    self.examples = examples
  }

  private static let helpOption = OptionSpecification.flag(
    "help", short: "h", help: "Show this help.")

  /// All options of all groups.
  var options: [OptionSpecification] { groups.flatMap(\.options) }
}
