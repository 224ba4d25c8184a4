/// Walks over bytes of a file that nobody vouches for: every read is checked.
struct ByteCursor {
  /// The bytes.
  let bytes: [UInt8]
  /// The next byte's place.
  private(set) var position: Int
  /// One past the last byte that may be read.
  let end: Int

  /// Starts at a place.
  init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    position = max(0, start)
    self.end = min(end ?? bytes.count, bytes.count)
  }

  /// Bytes that are left.
  var remaining: Int { max(0, end - position) }

  /// The next byte; nil at the end.
  mutating func byte() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next little-endian number of up to 8 bytes; nil where the bytes end before.
  mutating func number(_ count: Int) -> UInt64? {
    guard count <= 8, remaining >= count else { return nil }
    var value: UInt64 = 0
    for i in 0..<count { value |= UInt64(bytes[position + i]) << UInt64(8 * i) }
    position += count
    return value
  }

  /// The next little-endian number as an `Int`; nil where it does not fit or the bytes end before.
  mutating func int(_ count: Int) -> Int? { number(count).flatMap { Int(exactly: $0) } }

  /// The next bytes; nil where there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// The bytes up to a line feed, which is passed; nil where there is none.
  mutating func line() -> ArraySlice<UInt8>? {
    guard position < end, let feed = bytes[position..<end].firstIndex(of: 0x0A) else { return nil }
    defer { position = feed + 1 }
    return bytes[position..<feed]
  }

  /// Goes to another place; false where it is outside.
  mutating func seek(_ place: Int) -> Bool {
    guard place >= 0, place <= end else { return false }
    position = place
    return true
  }
}
