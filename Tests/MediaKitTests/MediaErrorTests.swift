import MediaKit
import Testing

@Suite struct MediaErrorTests {
  static let errors: [(MediaError, [String])] = [
    (
      .cannotRead(file: "a.jpg", reason: "permission denied"),
      ["a.jpg", "permission denied", "Check"]
    ),
    (.notAFile(file: "a", kind: "folder"), ["a:", "folder", "regular file"]),
    (.emptyFile(file: "a.jpg"), ["a.jpg", "0 bytes", "JPEG or PNG"]),
    (.fileTooLarge(file: "a", bytes: 12, limit: 10), ["a:", "12", "10", "maximumFileSize"]),
    (.unsupportedFeature(file: "a", kind: .jpeg, feature: "12 bits"), ["a:", "12 bits", "8-bit"]),
    (.corrupt(file: "a", kind: .png, offset: 77, reason: "CRC"), ["a:", "PNG", "byte 77", "CRC"]),
    (.truncated(file: "a", kind: .jpeg, offset: 9, reason: "end"), ["a:", "byte 9", "truncated"]),
    (
      .tooManyPixels(file: "a", width: 3, height: 4, limit: 5), ["a:", "3x4", "5", "maximumPixels"]
    ),
    (.outOfMemory(file: "a", width: 3, height: 4), ["a:", "3x4", "memory", "smaller"]),
    (.unknownExtension(file: "a.gif"), ["a.gif", ".jpg", ".png"]),
    (.invalidQuality(found: 101), ["101", "1...100"]),
    (.sideTooLong(width: 9, height: 8, limit: 7, of: "cairo"), ["9x8", "cairo", "7", "smaller"]),
    (.cannotEncode(reason: "why"), ["encoded", "why"]),
    (.cannotWrite(file: "a", reason: "disk full"), ["a:", "disk full", "Check"]),
    (.cannotDraw(reason: "no font"), ["drawn", "no font"]),
  ]

  @Test(arguments: errors)
  func saysWhatAndWhere(error: MediaError, parts: [String]) {
    for part in parts {
      #expect(error.description.contains(part), "\(error.description)")
    }
    #expect(error.description.hasSuffix("."))
  }

  @Test(arguments: FileKind.allCases)
  func everyKindHasRemedy(kind: FileKind) {
    let text = MediaError.unsupportedKind(file: "a", kind: kind).description
    #expect(text.contains(kind.rawValue))
    #expect(text.count > "a: is a \(kind.rawValue), expected a JPEG or PNG picture. ".count + 10)
  }
}
