/// The lines of a text file as bytes: ended by LF, CR LF or a lone CR, without the end.
///
/// A byte order mark at the start of the file is dropped. Nothing is copied.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var isAtEnd = false

  /// Splits the bytes of a file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next line; an end of line at the file's end is followed by an empty line.
  mutating func next() -> ArraySlice<UInt8>? {
    guard !isAtEnd else { return nil }
    let start = position
    while position < bytes.count, !Self.endsLine(bytes[position]) { position += 1 }
    let line = bytes[start..<position]
    if position == bytes.count {
      isAtEnd = true
    } else {
      let isPair =
        bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "\n")
      position += isPair ? 2 : 1
    }
    return line
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
