/// What is fixed about converted models; see the article "Converted models".
enum ConvertedFormat {
  /// The metadata's `format`.
  static let name = "yolokit"
  /// The metadata's `version`.
  static let version = "1"
  /// Tensors begin at multiples of this, in bytes.
  static let alignment = 64
  /// What tensors that only fill gaps are called: `padding.3`.
  static let paddingPrefix = "padding."
  /// How the header of every converted model begins; eight digits of the checksum follow.
  static let headerStart = Array(#"{"__metadata__":{"checksum":""#.utf8)
  /// Where the digits stand in the file.
  static let checksumRange = 8 + headerStart.count..<16 + headerStart.count

  /// The bytes between an end and the next boundary.
  static func gap(after byteCount: Int) -> Int { (alignment - byteCount % alignment) % alignment }

  /// A checksum as the file spells it: eight digits to the base 16, in lower case.
  static func digits(_ checksum: UInt32) -> [UInt8] {
    let digits = String(checksum, radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
  }

  /// The length-and-header bytes as they are counted into the checksum: with zeros for its digits.
  static func blanked(_ header: [UInt8]) -> [UInt8] {
    var header = header
    header.replaceSubrange(checksumRange, with: [UInt8](repeating: UInt8(ascii: "0"), count: 8))
    return header
  }
}
