/// The checksum of ZIP archives: CRC-32 of IEEE 802.3, eight bytes at a time.
enum CRC32 {
  /// The checksum of some bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    var index = 0
    tables.withSpan { tables in
      while index + 8 <= bytes.count {
        let low =
          crc ^ UInt32(bytes[index]) ^ UInt32(bytes[index + 1]) << 8
          ^ UInt32(bytes[index + 2]) << 16 ^ UInt32(bytes[index + 3]) << 24
        crc =
          tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
          ^ tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
        crc ^=
          tables[3 * 256 + Int(bytes[index + 4])] ^ tables[2 * 256 + Int(bytes[index + 5])]
          ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
        index += 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
    }
    return ~crc
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
