import MediaKit
import Testing
import VisionTypes

@Suite struct ImageOrientationTests {
  /// What a 3x2 picture stored as `abc / def` shows with each value.
  @Test(arguments: [
    (1, 3, "abcdef"), (2, 3, "cbafed"), (3, 3, "fedcba"), (4, 3, "defabc"),
    (5, 2, "adbecf"), (6, 2, "daebfc"), (7, 2, "fcebda"), (8, 2, "cfbead"),
  ])
  func turnsLetters(value: Int, width: Int, upright: String) throws {
    let stored = try PixelImage(width: 3, height: 2, format: .gray, bytes: Array("abcdef".utf8))
    let turned = stored.oriented(try #require(ImageOrientation(exifValue: value)))
    #expect(String(decoding: turned.bytes, as: UTF8.self) == upright)
    #expect((turned.width, turned.height) == (width, 6 / width))
  }

  @Test(arguments: [Int.min, -1, 0, 9, 274, Int.max])
  func refusesOtherNumbers(value: Int) {
    #expect(ImageOrientation(exifValue: value) == nil)
  }

  /// Pixels keep their channels, gaps between rows vanish, and tiles meet without a seam.
  @Test(arguments: ImageOrientation.allCases, PixelFormat.allCases)
  func movesWholePixels(orientation: ImageOrientation, format: PixelFormat) throws {
    let (width, height) = (71, 37)
    let stored = try noise(
      width: width, height: height, format: format, seed: 5, extraStride: 3)
    let turned = stored.oriented(orientation)
    guard orientation != .up else {
      #expect(areSame(turned, stored))
      return
    }
    let channels = format.bytesPerPixel
    #expect(turned.format == format)
    #expect(turned.rowStride == turned.width * channels)
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        let (column, row) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (width - 1 - x, y)
          case .down: (width - 1 - x, height - 1 - y)
          case .downMirrored: (x, height - 1 - y)
          case .leftMirrored: (y, x)
          case .right: (y, height - 1 - x)
          case .rightMirrored: (width - 1 - y, height - 1 - x)
          case .left: (width - 1 - y, x)
          }
        let from = row * stored.rowStride + column * channels
        let to = y * turned.rowStride + x * channels
        let same = stored.bytes[from..<from + channels] == turned.bytes[to..<to + channels]
        try #require(same, "pixel \(x), \(y)")
      }
    }
  }

  /// A viewer's result, from Pillow's `exif_transpose`.
  @Test(arguments: 1...8)
  func readsUpright(value: Int) throws {
    let picture = try StillImage.read(Fixtures.path("orientation-\(value).jpg"))
    let expected = try Fixtures.expected("orientation-\(value)")
    #expect(try #require(largestDifference(picture, expected)) <= 2)
  }

  @Test func staysAsStoredOnRequest() throws {
    let options = StillImageReadOptions(appliesOrientation: false)
    let picture = try StillImage.read(Fixtures.path("orientation-6.jpg"), options: options)
    let expected = try Fixtures.expected("orientation-1")
    #expect(try #require(largestDifference(picture, expected)) <= 2)
  }

  @Test(arguments: 1...8, [false, true])
  func readsBothByteOrders(value: Int, bigEndian: Bool) throws {
    let plain = try Fixtures.bytes("jpeg-444.jpg")
    let stored = try StillImage.decode(plain)
    for type in [3, 4] {
      let exif = FileForge.exif(orientation: value, bigEndian: bigEndian, type: type)
      let upright = try StillImage.decode(FileForge.jpeg(plain, withEXIF: exif))
      let expected = stored.oriented(try #require(ImageOrientation(exifValue: value)))
      #expect(areSame(upright, expected))
    }
  }

  @Test(arguments: [true, false])
  func readsEXIFOfPNG(atEnd: Bool) throws {
    let plain = try Fixtures.bytes("png-type2-8bit.png")
    let chunk = FileForge.pngChunk("eXIf", FileForge.exif(orientation: 6, bigEndian: true))
    let end = plain.count - 12
    let tagged =
      atEnd
      ? Array(plain[..<end]) + chunk + Array(plain[end...])
      : FileForge.png(plain, withChunk: chunk)
    let expected = try StillImage.decode(plain).oriented(.right)
    #expect(areSame(try StillImage.decode(tagged), expected))
  }

  /// A picture is never refused for malformed EXIF data.
  @Test(arguments: [false, true])
  func ignoresMalformedEXIF(bigEndian: Bool) throws {
    let plain = try Fixtures.bytes("jpeg-444.jpg")
    let stored = try StillImage.decode(plain)
    let good = FileForge.exif(orientation: 6, bigEndian: bigEndian)
    var cases = (0..<20).map { Array(good[..<$0]) }
    for (offset, value) in [(0, 0x58), (2, 0xFF), (3, 0xFF)] {
      var bad = good
      bad[offset] = UInt8(value)
      cases.append(bad)
    }
    for offset in 4..<8 {
      var bad = good
      bad[offset] = 0xFF
      cases.append(bad)
    }
    cases.append(FileForge.exif(orientation: 0, bigEndian: bigEndian))
    cases.append(FileForge.exif(orientation: 9, bigEndian: bigEndian))
    cases.append(FileForge.exif(orientation: 6, bigEndian: bigEndian, type: 2))
    cases.append(FileForge.exif(orientation: 6, bigEndian: bigEndian, count: 2))
    for (index, exif) in cases.enumerated() {
      let picture = try StillImage.decode(FileForge.jpeg(plain, withEXIF: exif))
      #expect(areSame(picture, stored), "case \(index): \(exif)")
    }
  }
}
