import MediaKit
import Testing
import VisionTypes

@Suite struct PNGReadingTests {
  static let kinds = [
    "type0-1bit", "type0-2bit", "type0-4bit", "type0-8bit", "type0-16bit", "type2-8bit",
    "type2-16bit", "type3-1bit", "type3-2bit", "type3-4bit", "type3-8bit", "type4-8bit",
    "type4-16bit", "type6-8bit", "type6-16bit",
  ]

  /// Every colour type and depth, to the bit; alpha dropped, gamma ignored.
  @Test(arguments: kinds, ["", "-adam7"])
  func decodesExactly(kind: String, suffix: String) throws {
    let picture = try StillImage.read(Fixtures.path("png-\(kind)\(suffix).png"))
    #expect(areSame(picture, try Fixtures.expected("png-\(kind)")))
  }

  /// A transparent colour stays the colour that is stored.
  @Test(arguments: kinds.filter { !$0.hasPrefix("type4") && !$0.hasPrefix("type6") })
  func dropsTransparency(kind: String) throws {
    let picture = try StillImage.read(Fixtures.path("png-\(kind)-trns.png"))
    #expect(areSame(picture, try Fixtures.expected("png-\(kind)")))
  }

  @Test func keepsColorUnderFullTransparency() throws {
    let bytes: [UInt8] = [200, 100, 50, 0, 1, 2, 3, 255]
    let stored = try PixelImage(width: 2, height: 1, format: .rgba, bytes: bytes)
    let picture = try StillImage.decode(StillImage.encode(stored, as: .png))
    #expect(picture.format == .rgb)
    #expect(picture.bytes == [200, 100, 50, 1, 2, 3])
  }

  @Test func toleratesTrailingGarbage() throws {
    let bytes = try Fixtures.bytes("png-type2-8bit.png")
    let picture = try StillImage.decode(bytes + [UInt8](repeating: 0xFF, count: 999))
    #expect(areSame(picture, try Fixtures.expected("png-type2-8bit")))
  }

  /// Damage in a chunk that changes no pixel is not the picture's.
  @Test(arguments: ["iCCP", "tEXt", "zTXt", "sBIT", "pHYs", "eXIf", "tRNS", "quIk"])
  func toleratesBadSideChunk(kind: String) throws {
    let bytes = try Fixtures.bytes("png-type2-8bit.png")
    let chunk = FileForge.pngChunk(kind, [0xFF, 0xFE, 0xFD])
    let picture = try StillImage.decode(FileForge.png(bytes, withChunk: chunk))
    #expect(areSame(picture, try Fixtures.expected("png-type2-8bit")))
  }

  /// libpng's own limit of a million pixels a side does not apply.
  @Test func readsVeryWidePicture() throws {
    let width = 1_200_000
    let wide = try PixelImage(
      width: width, height: 1, format: .gray, bytes: (0..<width).map { UInt8($0 % 251) })
    #expect(areSame(try StillImage.decode(StillImage.encode(wide, as: .png)), wide))
  }
}
