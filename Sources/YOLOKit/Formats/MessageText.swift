/// Text from outside, made fit for a message.
enum MessageText {
  /// The most letters of a value that a message repeats.
  static let limit = 40

  /// A text on one line: control characters, line separators and marks that turn the direction of
  /// writing are shown as escapes, so that no file can disturb a log or a terminal.
  static func visible(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// The beginning of a text, as ``visible(_:)`` shows it.
  static func shortened(_ text: some StringProtocol) -> String {
    // Scalars are counted, not characters: one character can be megabytes of accents.
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return result + "…" }
      append(scalar, to: &result)
      count += 1
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar.value {
    case 0x09: result += "\\t"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069:
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
}

/// The first letters of a text from a file, for an error message.
func shortened(_ text: some StringProtocol) -> String { MessageText.shortened(text) }
