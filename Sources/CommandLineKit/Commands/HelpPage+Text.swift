extension HelpPage {
  /// How wide help is printed, in columns; narrow enough for any terminal.
  private static let width = 80
  /// Where the explanations of options begin.
  private static let helpColumn = 26

  /// The page as text.
  ///
  /// - Parameters:
  ///   - program: The program's name.
  ///   - command: The command's name; empty where it is the program's only one.
  /// - Returns: Lines of at most 80 columns, where words allow it.
  package func text(program: String, command: String) -> String {
    let words = [program, command, "[options]", operands].filter { !$0.isEmpty }
    var lines = ["Usage: " + words.joined(separator: " "), ""]
    lines += WrappedText.lines(introduction, width: Self.width)
    for group in groups where !group.options.isEmpty {
      lines += ["", group.title + ":"]
      lines += group.options.flatMap { Self.entry($0.spelling, $0.help) }
    }
    for section in sections {
      lines += ["", section.title + ":"]
      lines += WrappedText.lines(section.text, width: Self.width - 2)
        .map { $0.isEmpty ? "" : "  " + $0 }
    }
    if !examples.isEmpty { lines += ["", "Examples:"] }
    for (position, example) in examples.enumerated() {
      if position > 0 { lines.append("") }
      lines += WrappedText.lines(example.effect, width: Self.width - 4).map { "  # " + $0 }
      lines.append("  " + example.command)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A name on the left and what it means on the right, or below where the name is long.
  static func entry(_ name: String, _ meaning: String) -> [String] {
    let blank = String(repeating: " ", count: helpColumn)
    let meanings = WrappedText.lines(meaning, width: width - helpColumn)
    let left = "  " + name
    guard DisplayWidth.of(left) + 2 <= helpColumn else {
      return [left] + meanings.map { blank + $0 }
    }
    let first = TextTable.pad(left, to: helpColumn, .left) + (meanings.first ?? "")
    return [first] + meanings.dropFirst().map { blank + $0 }
  }
}
