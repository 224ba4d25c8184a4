/// Writes messages in the wire format of Protocol Buffers.
///
/// Source: <https://protobuf.dev/programming-guides/encoding>.
struct ProtobufWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  private enum WireType: Int {
    case varint = 0
    case lengthDelimited = 2
    case fixed32 = 5
  }

  /// Writes a whole number; negative ones take ten bytes.
  mutating func write(_ field: Int, _ value: Int) {
    tag(field, .varint)
    varint(UInt64(bitPattern: Int64(value)))
  }

  /// Writes a number.
  mutating func write(_ field: Int, _ value: Float) {
    tag(field, .fixed32)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
  }

  /// Writes a text.
  mutating func write(_ field: Int, _ text: String) {
    begin(field, byteCount: text.utf8.count)
    bytes += text.utf8
  }

  /// Writes a message inside this one.
  mutating func message(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    begin(field, byteCount: inner.bytes.count)
    bytes += inner.bytes
  }

  /// Writes that so many bytes of a field follow, whoever writes them.
  mutating func begin(_ field: Int, byteCount: Int) {
    tag(field, .lengthDelimited)
    varint(UInt64(byteCount))
  }

  private mutating func tag(_ field: Int, _ type: WireType) {
    varint(UInt64(field << 3 | type.rawValue))
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
