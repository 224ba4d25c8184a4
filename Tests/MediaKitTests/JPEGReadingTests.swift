import MediaKit
import Testing
import VisionTypes

@Suite struct JPEGReadingTests {
  /// Against Pillow; decoders of different versions may differ by 2.
  @Test(arguments: [
    "jpeg-444", "jpeg-422", "jpeg-420", "jpeg-411", "jpeg-440", "jpeg-progressive",
    "jpeg-restart", "jpeg-gray", "jpeg-gray-progressive", "jpeg-rgb", "jpeg-ids-012",
  ])
  func matchesPillow(name: String) throws {
    let picture = try StillImage.read(Fixtures.path("\(name).jpg"))
    let difference = largestDifference(picture, try Fixtures.expected(name))
    #expect(try #require(difference) <= 2)
  }

  /// Against the browsers' formula and, for YCCK, OpenCV; roundings add up to 3.
  @Test(arguments: ["jpeg-cmyk-adobe", "jpeg-cmyk-plain", "jpeg-ycck"])
  func turnsInksIntoRGB(name: String) throws {
    let picture = try StillImage.read(Fixtures.path("\(name).jpg"))
    let difference = largestDifference(picture, try Fixtures.expected(name))
    #expect(try #require(difference) <= 3)
  }

  @Test(arguments: ["adobe", "plain"])
  func readsPureRedInk(marker: String) throws {
    let picture = try StillImage.read(Fixtures.path("jpeg-cmyk-red-\(marker).jpg"))
    #expect((picture.width, picture.height, picture.format) == (8, 8, .rgb))
    for pixel in stride(from: 0, to: picture.bytes.count, by: 3) {
      #expect(picture.bytes[pixel] >= 252)
      #expect(picture.bytes[pixel + 1] <= 3)
      #expect(picture.bytes[pixel + 2] <= 3)
    }
  }

  @Test(arguments: [[0], [0xFF, 0xD9], [0xFF, 0xD8, 0xFF], Array(repeating: 0x41, count: 5000)])
  func toleratesTrailingGarbage(garbage: [UInt8]) throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    #expect(try areSame(StillImage.decode(bytes + garbage), StillImage.decode(bytes)))
  }

  /// Some cameras leave bytes between segments.
  @Test func toleratesBytesBeforeMarker() throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    let table = try #require(FileForge.segment(0xDB, in: bytes))
    let padded = Array(bytes[..<table]) + [0, 0, 0] + Array(bytes[table...])
    #expect(try areSame(StillImage.decode(padded), StillImage.decode(bytes)))
  }

  /// Frames of a camera's MJPEG stream leave out the standard Huffman tables.
  @Test func readsWithoutHuffmanTables() throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    var bare = bytes
    while let start = FileForge.segment(0xC4, in: bare) {
      let length = Int(bare[start + 2]) << 8 + Int(bare[start + 3])
      bare.removeSubrange(start..<start + 2 + length)
    }
    #expect(bare.count < bytes.count - 400)
    #expect(try areSame(StillImage.decode(bare), StillImage.decode(bytes)))
  }

  @Test func skipsOtherSegments() throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    var padded = bytes
    for marker: UInt8 in [0xE1, 0xE2, 0xED, 0xFE] {
      padded = FileForge.jpeg(padded, withSegment: marker, Array(repeating: 7, count: 65_000))
    }
    #expect(try areSame(StillImage.decode(padded), StillImage.decode(bytes)))
  }
}
