/// Makes text from outside safe to show: in a message, in a log, on a terminal.
package enum VisibleText {
  /// The text with its control characters spelled out: `\n`, `\t`, `\u{1B}`.
  ///
  /// A file may be named with a line break or with the bytes that move a terminal's cursor; a
  /// message about it must stay one line and must not move anything. Characters that turn the
  /// direction of writing are spelled out for the same reason.
  package static func of(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHidden(scalar):
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a character is one that is spelled out: a control character, a line separator, or a
  /// mark that turns the direction of writing.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
