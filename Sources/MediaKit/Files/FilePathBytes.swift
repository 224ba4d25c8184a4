import VisionTypes

/// A path as the file system has it: bytes, which need not be valid UTF-8.
struct FilePathBytes: Sendable, Equatable {
  /// The bytes, without an end mark.
  let bytes: [UInt8]

  /// Makes a path from text, whose UTF-8 form is taken as it is, without normalisation.
  init(_ path: String) {
    bytes = Array(path.utf8)
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path for messages: control characters and bytes that are not UTF-8 as `\xNN`.
  var displayName: String {
    if bytes.isEmpty { return "(empty path)" }
    return Self.escaped(String(validating: bytes, as: UTF8.self) ?? Self.asciiForm(of: bytes))
  }

  /// Text with its control characters as `\xNN` and what else is hidden as ``VisibleText`` spells
  /// it, so that it cannot disturb a log or terminal.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard VisibleText.isHidden(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      result +=
        UInt8(exactly: scalar.value).map(hexadecimal) ?? VisibleText.of(String(scalar))
    }
    return result
  }

  private static func asciiForm(of bytes: [UInt8]) -> String {
    bytes.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : hexadecimal(byte)
    }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }

  /// The folder that holds the file: all up to and with the last slash, or nothing.
  var folder: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    return Array(bytes[...slash])
  }

  /// The letters after the last full stop of the file's name, ASCII letters in lower case.
  var lowercasedExtension: String? {
    let name = bytes[folder.count...]
    guard let stop = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(validating: name[(stop + 1)...], as: UTF8.self)?.lowercased()
  }

  /// Calls the body with the path as a C string.
  ///
  /// - Returns: `nil` when the path is empty or holds a zero byte, which no file's path does.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    return (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map(body)
      }
    }
  }
}
