import MediaKit
import Testing
import VisionTypes

@Suite struct DamagedPictureTests {
  static let names = [
    "jpeg-420.jpg", "jpeg-progressive.jpg", "jpeg-restart.jpg", "jpeg-cmyk-adobe.jpg",
    "png-type2-8bit.png", "png-type6-16bit-adam7.png", "png-type3-4bit.png",
  ]
  static let tolerant = StillImageReadOptions(allowsTruncated: true)

  static func isTruncation(_ error: MediaError?) -> Bool {
    if case .truncated(_, _, let offset, let reason) = error {
      return offset > 0 && !reason.isEmpty
    }
    return false
  }

  /// Ten cuts, from inside the signature to before the last byte.
  @Test(arguments: names, [4, 20, 60, 150, -250, -120, -60, -13, -3, -1])
  func refusesCutFile(name: String, cut: Int) throws {
    let bytes = try Fixtures.bytes(name)
    let part = Array(cut > 0 ? bytes.prefix(cut) : bytes.dropLast(-cut))
    let error = #expect(throws: MediaError.self) { try StillImage.decode(part, name: name) }
    #expect(Self.isTruncation(error), "\(String(describing: error))")
  }

  @Test(arguments: ["jpeg-420.jpg", "jpeg-gray.jpg", "jpeg-progressive.jpg", "png-type2-8bit.png"])
  func fillsCutFileOnRequest(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let whole = try StillImage.decode(bytes)
    let part = Array(bytes.dropLast(name.hasSuffix("png") ? 200 : 150))
    let filled = try StillImage.decode(part, options: Self.tolerant)
    #expect((filled.width, filled.height) == (whole.width, whole.height))
    #expect(filled.format == whole.format)
    #expect(!areSame(filled, whole))
    if name != "jpeg-progressive.jpg" {
      let rowBytes = whole.width * whole.format.bytesPerPixel
      #expect(filled.bytes.prefix(rowBytes) == whole.bytes.prefix(rowBytes))
    }
  }

  /// A PNG's missing rows are mid grey; a JPEG's are too where no data at all came.
  @Test func fillsWithGray() throws {
    let bytes = try Fixtures.bytes("png-type2-8bit.png")
    let filled = try StillImage.decode(Array(bytes.dropLast(200)), options: Self.tolerant)
    #expect(filled.bytes.suffix(17 * 3).allSatisfy { $0 == 128 })
  }

  /// The fill never stands for a whole picture.
  @Test(arguments: names)
  func refusesFileWithoutPixels(name: String) throws {
    let part = Array(try Fixtures.bytes(name).prefix(50))
    #expect(throws: MediaError.self) { try StillImage.decode(part, options: Self.tolerant) }
  }

  @Test(arguments: names)
  func isIndifferentToDamageSwitchForWholeFile(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let strict = try StillImage.decode(bytes)
    #expect(areSame(strict, try StillImage.decode(bytes, options: Self.tolerant)))
  }

  /// Three flipped bytes, 300 times a file: a picture or a typed error, never anything else.
  @Test(arguments: names, [false, true])
  func survivesFlippedBytes(name: String, isTolerant: Bool) throws {
    let bytes = try Fixtures.bytes(name)
    let options = StillImageReadOptions(
      allowsTruncated: isTolerant, maximumPixels: 1_000_000)
    var (pictures, errors) = (0, 0)
    for seed: UInt64 in 0..<300 {
      var generator = SplitMix(seed: seed)
      var damaged = bytes
      for _ in 0..<3 {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
      }
      do throws(MediaError) {
        let picture = try StillImage.decode(damaged, options: options)
        pictures += 1
        let count = picture.width * picture.height * picture.format.bytesPerPixel
        #expect(picture.bytes.count == count, "seed \(seed)")
      } catch {
        errors += 1
        #expect(error.description.count > 40, "seed \(seed)")
      }
    }
    #expect(pictures + errors == 300)
    #expect(errors > 0)
  }

  /// Cut and filled at every length, for the fill's memory to be seen by a sanitizer.
  @Test(arguments: names)
  func survivesEveryCut(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for length in stride(from: 1, to: bytes.count, by: 7) {
      let part = Array(bytes.prefix(length))
      #expect(throws: MediaError.self, "\(length) bytes") { try StillImage.decode(part) }
      _ = try? StillImage.decode(part, options: Self.tolerant)
    }
  }
}
