/// Darknet's `.names` file: one class name a line, in class order.
struct NamesFile {
  /// The names.
  let labels: ClassLabels
  /// What was odd about the file.
  let warnings: WarningList

  /// The longest list that is read, in bytes; the longest published one has about 100 000.
  static let byteLimit = 1 << 20

  /// Reads a file.
  ///
  /// Blanks around a name, empty lines at the end, a byte order mark and every kind of line end are
  /// fine. An empty line between names keeps its place, so that no label moves.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - classCount: How many classes the network has; nil where unknown.
  /// - Throws: ``ModelFormatError``.
  init(path: String, classCount: Int?) throws(ModelFormatError) {
    let bytes = try InputFile(path: path).text(
      limit: Self.byteLimit, expected: "a list of class names, one a line")
    var names = TextLines(bytes).map { Self.trimmed(String(decoding: $0, as: UTF8.self)) }
    while names.last == "" { names.removeLast() }
    guard !names.isEmpty else {
      throw .syntax(
        .init(file: path, line: 1), found: "no name", expected: "one class name a line")
    }
    var warnings = WarningList()
    for (index, name) in names.enumerated() where name.isEmpty {
      warnings.append(
        "\(MessageText.visible(path)):\(index + 1): the line is empty; class \(index) has no name")
    }
    if let classCount, classCount != names.count {
      warnings.append(
        "\(MessageText.visible(path)): \(names.count) names for \(classCount) classes; is it the "
          + "right list?")
    }
    labels = ClassLabels(names)
    self.warnings = warnings
  }

  private static func trimmed(_ line: String) -> String {
    let isBlank = { (c: Character) in c == " " || c == "\t" || c == "\u{A0}" }
    let rest = line.drop(while: isBlank)
    guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(rest[...end])
  }
}
