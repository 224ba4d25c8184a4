/// Builds JPEG and PNG files segment by segment, for cases that no encoder writes.
enum FileForge {
  /// EXIF data whose first directory has one entry.
  static func exif(
    orientation: Int, bigEndian: Bool, type: Int = 3, count: Int = 1
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return bigEndian ? little.reversed() : little
    }
    let value =
      type == 3 ? number(orientation, 2) + [0, 0] : number(orientation, 4)
    return Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
      + number(0x0112, 2) + number(type, 2) + number(count, 4) + value + number(0, 4)
  }

  /// A JPEG with an EXIF segment in front of its others.
  static func jpeg(_ bytes: [UInt8], withEXIF exif: [UInt8]) -> [UInt8] {
    jpeg(bytes, withSegment: 0xE1, Array("Exif\0\0".utf8) + exif)
  }

  static func jpeg(_ bytes: [UInt8], withSegment marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 2
    let head: [UInt8] = [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)]
    return Array(bytes[..<2]) + head + data + Array(bytes[2...])
  }

  /// The offset of the first segment with this marker.
  static func segment(_ marker: UInt8, in jpeg: [UInt8]) -> Int? {
    var at = 2
    while at + 3 < jpeg.count, jpeg[at] == 0xFF {
      if jpeg[at + 1] == marker { return at }
      at += 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
    }
    return nil
  }

  static func pngChunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    bigEndian(data.count) + Array(kind.utf8) + data + bigEndian(crc32(Array(kind.utf8) + data))
  }

  static func pngHeader(
    width: Int, height: Int, depth: UInt8 = 8, color: UInt8 = 2, interlace: UInt8 = 0
  ) -> [UInt8] {
    pngChunk(
      "IHDR", bigEndian(width) + bigEndian(height) + [depth, color, 0, 0, interlace])
  }

  /// A PNG file of these chunks.
  static func png(_ chunks: [UInt8]...) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { $0 }
  }

  /// A PNG with a chunk after its IHDR chunk.
  static func png(_ bytes: [UInt8], withChunk chunk: [UInt8]) -> [UInt8] {
    Array(bytes[..<33]) + chunk + Array(bytes[33...])
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}
