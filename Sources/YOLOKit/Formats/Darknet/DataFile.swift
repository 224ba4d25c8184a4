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
    let text = try InputFile(path: path).text(limit: 1 << 20, expected: "a Darknet data file")
    var values: [String: (value: String, line: Int)] = [:]
    for (index, line) in textLines(text).enumerated() {
      let content = line.prefix { $0 != "#" && $0 != ";" }.filter { $0 != " " && $0 != "\t" }
      guard !content.isEmpty else { continue }
      guard let equals = content.firstIndex(of: "="), equals > content.startIndex else {
        throw .syntax(
          .init(file: path, line: index + 1), found: "\"\(shortened(content))\"",
          expected: "a line like names = coco.names")
      }
      let key = String(content[..<equals])
      if values[key] == nil {
        values[key] = (String(content[content.index(after: equals)...]), index + 1)
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

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
