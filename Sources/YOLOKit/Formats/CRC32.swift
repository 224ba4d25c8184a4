/// The checksum of ZIP archives and converted models: CRC-32 of IEEE 802.3, eight bytes at a time.
struct CRC32 {
  private var state: UInt32 = 0xFFFF_FFFF

  /// The checksum of all bytes so far.
  var value: UInt32 { ~state }

  /// Adds bytes.
  mutating func update(_ bytes: RawSpan) {
    var crc = state
    bytes.withUnsafeBytes { bytes in
      Self.tables.withSpan { tables in
        var index = 0
        while index + 8 <= bytes.count {
          let word = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          let low = crc ^ UInt32(truncatingIfNeeded: word)
          let high = UInt32(truncatingIfNeeded: word >> 32)
          crc =
            tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
            ^ tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
          crc ^=
            tables[3 * 256 + Int(high & 0xFF)] ^ tables[2 * 256 + Int(high >> 8 & 0xFF)]
            ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
          index += 8
        }
        while index < bytes.count {
          crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
          index += 1
        }
      }
    }
    state = crc
  }

  /// The checksum of some bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes.span.bytes)
    return crc.value
  }

  /// Table `k` is what a byte does to the checksum `k` bytes later.
  private static let tables = Tables()

  private struct Tables {
    private let values: [UInt32]

    init() {
      var values = [UInt32](repeating: 0, count: 8 * 256)
      for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        values[byte] = crc
      }
      for k in 1..<8 {
        for byte in 0..<256 {
          let before = values[(k - 1) * 256 + byte]
          values[k * 256 + byte] = before >> 8 ^ values[Int(before & 0xFF)]
        }
      }
      self.values = values
    }

    func withSpan(_ body: (Span<UInt32>) -> Void) { body(values.span) }
  }
}
