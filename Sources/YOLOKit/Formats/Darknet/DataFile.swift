/// Darknet's `.data` file: `key = value` lines that tell where names and picture lists are.
///
/// Relative paths in it count from the folder that Darknet was started in, which here is looked up
/// first from the `.data` file's own folder, then from its parent, then from the working folder.
struct DataFile {
  /// The path as it was given.
  let path: String
  /// How many classes; nil where it is not said.
  let classCount: Int?
  /// The list of class names as written; nil where it is not said.
  let names: String?

  /// Reads a file.
  ///
  /// - Throws: ``ModelFormatError``.
  init(path: String) throws(ModelFormatError) {
    let bytes = try InputFile(path: path).text(limit: 1 << 20, expected: "a Darknet data file")
    var values: [String: (value: String, line: Int)] = [:]
    for (index, line) in TextLines(bytes).enumerated() {
      let isComment = { (byte: UInt8) in byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") }
      let content = Self.trimmed(line.prefix { !isComment($0) })
      guard !content.isEmpty else { continue }
      guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else {
        throw .syntax(
          .init(file: path, line: index + 1),
          found: "\"\(shortened(String(decoding: content, as: UTF8.self)))\"",
          expected: "a line like names = coco.names")
      }
      let key = String(decoding: Self.trimmed(content[..<equals]), as: UTF8.self)
      if Self.keys.contains(key), values[key] == nil {
        let value = Self.trimmed(content[(equals + 1)...])
        values[key] = (String(decoding: value, as: UTF8.self), index + 1)
      }
    }
    if let entry = values["classes"] {
      guard let count = Int(entry.value), count > 0 else {
        throw .invalidValue(
          .init(file: path, line: entry.line), key: "classes", found: shortened(entry.value),
          expected: "a whole number above 0")
      }
      classCount = count
    } else {
      classCount = nil
    }
    self.path = path
    names = values["names"]?.value
  }

  /// The places where the list of names may be, best first; empty where none is said.
  var namesPaths: [String] {
    guard let names, !names.isEmpty else { return [] }
    guard !names.hasPrefix("/") else { return [names] }
    let folder = Self.folder(of: path)
    return [folder + names, folder + "../" + names, names]
  }

  /// The options that matter here; the others say where training finds its pictures.
  private static let keys: Set<String> = ["classes", "names"]

  /// A text without the blanks around it; those within a path belong to it.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = text.drop { $0 <= 0x20 }
    return rest[..<(rest.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? rest.startIndex)]
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
