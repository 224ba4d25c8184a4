/// Text from outside, made fit for a message.
enum MessageText {
  /// The most letters of a value that a message repeats.
  static let limit = 40

  /// A text on one line, in which no character can disturb a log or a terminal.
  static func visible(_ text: some StringProtocol) -> String { VisibleText.of(text) }

  /// The beginning of a text, as ``visible(_:)`` shows it.
  static func shortened(_ text: some StringProtocol) -> String {
    // Scalars are counted, not characters: one character can be megabytes of accents.
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return visible(text) }
    return visible(text[..<end]) + "…"
  }
}

/// The first letters of a text from a file, for an error message.
func shortened(_ text: some StringProtocol) -> String { MessageText.shortened(text) }
