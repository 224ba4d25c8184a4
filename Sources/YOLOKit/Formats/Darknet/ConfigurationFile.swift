/// A Darknet `.cfg` file as written: sections of `key=value` lines, with their line numbers.
///
/// As in Darknet's `read_cfg`, blanks mean nothing, also within a line. Unlike there, a comment may
/// follow a value, every line end and a byte order mark are taken, and a line that is no option is
/// an error rather than a message.
struct ConfigurationFile: Sendable {
  /// The path as it was given.
  let path: String
  /// The sections, in order; at least one.
  let sections: [Section]
  /// Options that stand twice in a section.
  let warnings: [String]

  /// One `[name]` and what follows it.
  struct Section: Sendable {
    /// The name between the brackets.
    let name: String
    /// The line of the name, from 1.
    let line: Int
    /// The options by key; where a key stands twice, the first counts, as in Darknet.
    var options: [String: Option] = [:]
  }

  /// One `key=value`.
  struct Option: Sendable {
    /// What stands after `=`, without blanks and comment.
    let value: String
    /// The line, from 1.
    let line: Int
  }

  /// The longest `.cfg` that is read, in bytes.
  static let byteLimit = 16 << 20
  /// The most sections of a `.cfg`; the largest published one has about 300.
  static let sectionLimit = 10_000

  /// Reads a `.cfg` file.
  ///
  /// - Throws: ``ModelFormatError``.
  init(path: String) throws(ModelFormatError) {
    let text = try InputFile(path: path).text(
      limit: Self.byteLimit, expected: "a Darknet cfg file")
    try self.init(text: text, path: path)
  }

  /// Reads the text of a `.cfg` file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: What errors call the file.
  /// - Throws: ``ModelFormatError``.
  init(text: String, path: String) throws(ModelFormatError) {
    var sections: [Section] = []
    var warnings: [String] = []
    var number = 0
    for line in textLines(text) {
      number += 1
      let place = ModelFormatError.Place(file: path, line: number)
      let content = Self.withoutBlanksAndComment(line)
      guard let first = content.first else { continue }
      if first == "[" {
        guard sections.count < Self.sectionLimit else {
          throw .syntax(
            place, found: "section number \(sections.count + 1)",
            expected: "at most \(Self.sectionLimit) sections")
        }
        sections.append(try Self.section(content, place))
        continue
      }
      guard let equals = content.firstIndex(of: "="), equals > content.startIndex else {
        throw .syntax(
          place, found: "\"\(shortened(content))\"", expected: "a line like key=value or [section]")
      }
      guard !sections.isEmpty else {
        throw .syntax(
          place, found: "an option outside any section",
          expected: "the file to begin with [net]")
      }
      let key = String(content[..<equals])
      let option = Option(
        value: String(content[content.index(after: equals)...]), line: number)
      if let earlier = sections[sections.count - 1].options[key] {
        warnings.append(
          "\(place): \(key) stands twice in this section; as in Darknet, the first one "
            + "(line \(earlier.line): \(shortened(earlier.value))) counts")
      } else {
        sections[sections.count - 1].options[key] = option
      }
    }
    guard !sections.isEmpty else {
      throw .syntax(
        .init(file: path, line: max(number, 1)), found: "no section",
        expected: "the file to begin with [net]")
    }
    self.path = path
    self.sections = sections
    self.warnings = warnings
  }

  private static func section(
    _ content: String, _ place: ModelFormatError.Place
  ) throws(ModelFormatError) -> Section {
    guard content.last == "]", content.utf8.count > 2 else {
      throw .syntax(
        place, found: "\"\(shortened(content))\"", expected: "a section name like [convolutional]")
    }
    return Section(name: String(content.dropFirst().dropLast()), line: place.line)
  }

  /// A line without blanks (space, tab and control characters) and without what follows `#` or `;`.
  private static func withoutBlanksAndComment(_ line: Substring) -> String {
    var kept: [UInt8] = []
    for byte in line.utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") { break }
      if byte > 0x20 { kept.append(byte) }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

/// The first 40 letters of a text from a file, for an error message.
func shortened(_ text: some StringProtocol) -> String {
  text.count <= 40 ? String(text) : text.prefix(40) + "…"
}
