import VisionTypes

/// Finds the orientation tag in EXIF data, which is a TIFF file without picture
/// (CIPA DC-008 section 4.6.2; TIFF 6.0 section 2).
enum EXIFOrientation {
  /// The orientation in the first directory.
  ///
  /// - Parameter bytes: EXIF data from the TIFF header on.
  /// - Returns: `nil` when there is no such tag or the data is malformed: a picture is never
  ///   refused for what describes it.
  static func find(in bytes: UnsafeBufferPointer<UInt8>) -> ImageOrientation? {
    guard let tiff = TIFFBytes(bytes), tiff.short(at: 2) == 42,
      let directory = tiff.long(at: 4), let entries = tiff.short(at: directory)
    else { return nil }
    for entry in 0..<entries {
      let start = directory + 2 + 12 * entry
      guard let tag = tiff.short(at: start) else { return nil }
      guard tag == orientationTag else { continue }
      guard let type = tiff.short(at: start + 2), tiff.long(at: start + 4) == 1 else { return nil }
      // The standard has a short here; some writers store a long.
      let value =
        switch type {
        case 3: tiff.short(at: start + 8)
        case 4: tiff.long(at: start + 8)
        default: Int?.none
        }
      return value.flatMap(ImageOrientation.init(exifValue:))
    }
    return nil
  }

  private static let orientationTag = 0x0112
}

/// Bounds-checked numbers of a TIFF structure in its own byte order.
private struct TIFFBytes {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isBigEndian: Bool

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8, bytes[0] == bytes[1] else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "I"): isBigEndian = false
    case UInt8(ascii: "M"): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
  }

  func short(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  func long(at offset: Int) -> Int? {
    guard let first = short(at: offset), let second = short(at: offset + 2) else { return nil }
    return isBigEndian ? first << 16 | second : second << 16 | first
  }
}
