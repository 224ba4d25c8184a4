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
  let warnings: WarningList

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

  /// The longest `.cfg` that is read, in bytes; the largest published one has about 30 000.
  static let byteLimit = 4 << 20
  /// The most sections of a `.cfg`; the largest published one has about 300.
  static let sectionLimit = 10_000
  /// The most different options of a section; no layer has 100.
  static let optionLimit = 1000

  /// Reads a `.cfg` file.
  ///
  /// - Throws: ``ModelFormatError``.
  init(path: String) throws(ModelFormatError) {
    let bytes = try InputFile(path: path).text(
      limit: Self.byteLimit, expected: "a Darknet cfg file")
    try self.init(bytes: bytes, path: path)
  }

  /// Reads the text of a `.cfg` file.
  ///
  /// - Parameters:
  ///   - bytes: The text; what is no UTF-8 is replaced.
  ///   - path: What errors call the file.
  /// - Throws: ``ModelFormatError``.
  init(bytes: [UInt8], path: String) throws(ModelFormatError) {
    var sections: [Section] = []
    var warnings = WarningList()
    var number = 0
    for line in TextLines(bytes) {
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
      let option = Option(
        value: String(content[content.index(after: equals)...]), line: number)
      try sections[sections.count - 1].add(
        option, key: String(content[..<equals]), place, &warnings)
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
  private static func withoutBlanksAndComment(_ line: ArraySlice<UInt8>) -> String {
    var kept: [UInt8] = []
    for byte in line {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") { break }
      if byte > 0x20 { kept.append(byte) }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

extension ConfigurationFile.Section {
  /// Adds an option, unless its key is there already.
  fileprivate mutating func add(
    _ option: ConfigurationFile.Option, key: String, _ place: ModelFormatError.Place,
    _ warnings: inout WarningList
  ) throws(ModelFormatError) {
    if let earlier = options[key] {
      warnings.append(
        "\(place): \(shortened(key)) stands twice in this section; as in Darknet, the first one "
          + "(line \(earlier.line): \(shortened(earlier.value))) counts")
      return
    }
    guard options.count < ConfigurationFile.optionLimit else {
      throw .syntax(
        place, found: "option number \(options.count + 1) of [\(shortened(name))]",
        expected: "at most \(ConfigurationFile.optionLimit) options in a section")
    }
    options[key] = option
  }
}
