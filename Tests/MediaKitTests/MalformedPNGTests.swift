import MediaKit
import Testing

@Suite struct MalformedPNGTests {
  static func error(_ bytes: [UInt8], maximumPixels: Int = 100_000_000) -> MediaError? {
    let options = StillImageReadOptions(maximumPixels: maximumPixels)
    return #expect(throws: MediaError.self) {
      try StillImage.decode(bytes, name: "bad.png", options: options)
    }
  }

  static let end = FileForge.pngChunk("IEND", [])

  static let broken: [(String, [UInt8])] = [
    ("no width", FileForge.png(FileForge.pngHeader(width: 0, height: 4), end)),
    ("no height", FileForge.png(FileForge.pngHeader(width: 4, height: 0), end)),
    ("width over 31 bits", FileForge.png(FileForge.pngHeader(width: 1 << 31, height: 4), end)),
    ("depth 3", FileForge.png(FileForge.pngHeader(width: 4, height: 4, depth: 3), end)),
    ("depth 4 RGB", FileForge.png(FileForge.pngHeader(width: 4, height: 4, depth: 4), end)),
    ("color 5", FileForge.png(FileForge.pngHeader(width: 4, height: 4, color: 5), end)),
    ("interlace 2", FileForge.png(FileForge.pngHeader(width: 4, height: 4, interlace: 2), end)),
    ("no data", FileForge.png(FileForge.pngHeader(width: 4, height: 4), end)),
    (
      "no palette",
      FileForge.png(
        FileForge.pngHeader(width: 4, height: 4, color: 3), FileForge.pngChunk("IDAT", [1]), end)
    ),
    ("no header", FileForge.png(FileForge.pngChunk("IDAT", [1, 2, 3]), end)),
    ("short header", FileForge.png(FileForge.pngChunk("IHDR", [0, 0, 0, 1]), end)),
    (
      "no zlib data",
      FileForge.png(
        FileForge.pngHeader(width: 4, height: 4), FileForge.pngChunk("IDAT", [9, 9, 9, 9]), end)
    ),
    (
      "unknown critical chunk",
      FileForge.png(FileForge.pngChunk("CgBI", [0, 0, 0, 0]), end)
    ),
    ("text mode", [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48]),
    (
      "chunk length over the end",
      FileForge.png(FileForge.pngHeader(width: 4, height: 4), [0x7F, 0xFF, 0xFF, 0xFF])
        + Array("IDAT".utf8)
    ),
  ]

  @Test(arguments: broken)
  func refuses(what: String, bytes: [UInt8]) throws {
    let error = try #require(Self.error(bytes))
    switch error {
    case .corrupt("bad.png", .png, let offset, let reason),
      .truncated("bad.png", .png, let offset, let reason):
      #expect(offset > 0 && offset <= bytes.count)
      #expect(!reason.isEmpty)
    default:
      Issue.record("\(error)")
    }
  }

  /// Every byte but an ignored chunk's content is covered by a check sum or has a fixed value.
  @Test func noticesAnyFlippedPixelByte() throws {
    let bytes = try Fixtures.bytes("png-type2-8bit.png")
    for place in stride(from: 60, to: bytes.count - 12, by: 11) {
      var damaged = bytes
      damaged[place] ^= 0x10
      guard case .corrupt = Self.error(damaged) else {
        Issue.record("byte \(place)")
        continue
      }
    }
  }

  @Test(arguments: [(65_000, 65_000), (0x7FFF_FFFF, 0x7FFF_FFFF)])
  func refusesGiantClaim(width: Int, height: Int) {
    let bytes = FileForge.png(
      FileForge.pngHeader(width: width, height: height), FileForge.pngChunk("IDAT", [1]), Self.end)
    #expect(
      Self.error(bytes)
        == .tooManyPixels(file: "bad.png", width: width, height: height, limit: 100_000_000))
  }

  /// With the limit lifted, what memory cannot hold is an error all the same.
  @Test func refusesMoreThanMemory() {
    let side = 0x7FFF_FFFF
    let bytes = FileForge.png(
      FileForge.pngHeader(width: side, height: side), FileForge.pngChunk("IDAT", [1]), Self.end)
    #expect(
      Self.error(bytes, maximumPixels: .max)
        == .outOfMemory(file: "bad.png", width: side, height: side))
  }
}
