@testable import YOLOKit

/// A ZIP archive of stored entries.
struct StoredZip {
  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - data: Its bytes.
  ///   - claimedSize: What the directory's 64-bit field says of its length; nil for the truth, in 32
  ///     bits.
  mutating func add(_ name: String, _ data: [UInt8], claimedSize: UInt64? = nil) {
    let offset = body.count
    let checksum = Self.bytes(UInt64(CRC32.checksum(data)), 4)
    let size = Self.bytes(UInt64(data.count), 4)
    body +=
      [0x50, 0x4B, 3, 4] + Self.bytes(20, 2) + [UInt8](repeating: 0, count: 8) + checksum + size
    body += size + Self.bytes(UInt64(name.utf8.count), 2) + Self.bytes(0, 2) + Array(name.utf8)
    body += data
    let extra = claimedSize.map { [1, 0, 16, 0] + Self.bytes($0, 8) + Self.bytes($0, 8) } ?? []
    let shown = claimedSize == nil ? size : [0xFF, 0xFF, 0xFF, 0xFF]
    directory += [0x50, 0x4B, 1, 2] + Self.bytes(20, 2) + Self.bytes(20, 2)
    directory += [UInt8](repeating: 0, count: 8) + checksum + shown + shown
    directory += Self.bytes(UInt64(name.utf8.count), 2) + Self.bytes(UInt64(extra.count), 2)
    directory += [UInt8](repeating: 0, count: 10) + Self.bytes(UInt64(offset), 4)
    directory += Array(name.utf8) + extra
    count += 1
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    body + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + Self.bytes(UInt64(count), 2)
      + Self.bytes(UInt64(count), 2) + Self.bytes(UInt64(directory.count), 4)
      + Self.bytes(UInt64(body.count), 4) + [0, 0]
  }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
