import CommandLineKit
import Glibc

/// Reads the small text files in which Linux describes itself.
enum SystemText {
  /// The lines of a file; none where it cannot be read.
  static func lines(of path: String) -> [Substring] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    // Files in /proc do not say how long they are.
    while bytes.count < 1 << 22 {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The value of the first line that has a name before a separator: `model name : …`.
  static func value(_ name: String, in lines: [Substring], separator: Character) -> String? {
    for line in lines {
      guard let end = line.firstIndex(of: separator) else { continue }
      guard trimmed(line[..<end]) == name else { continue }
      return trimmed(line[line.index(after: end)...])
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let isFiller: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" }
    guard let start = text.firstIndex(where: { !isFiller($0) }),
      let end = text.lastIndex(where: { !isFiller($0) })
    else { return "" }
    return VisibleText.of(String(text[start...end]))
  }
}
