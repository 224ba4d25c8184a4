import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Converted models of which some bytes are missing or other ones.
@Suite struct DamagedConvertedModelTests {
  private let folder: ModelFolder
  private let original: [UInt8]

  init() throws {
    folder = try ModelFolder()
    let path = folder.path("a.safetensors")
    try GoldenNet("yolo-two-heads").model().write(convertedTo: path)
    original = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Reads bytes as a model; the error, or nil where there is none.
  private func error(for bytes: [UInt8]) throws -> ModelFormatError? {
    let path = try folder.write(bytes, to: "b.safetensors")
    do throws(ModelFormatError) {
      _ = try Model(convertedPath: path)
      return nil
    } catch {
      #expect(error.description.hasPrefix(path))
      #expect(error.description.utf8.count < 1500, "\(error)")
      return error
    }
  }

  @Test func theOriginalIsFine() throws { #expect(try error(for: original) == nil) }

  @Test(arguments: 0..<10) func everyTruncationIsNoticed(part: Int) throws {
    let places = [0, 1, 7, 8, 9, 60, 1000, original.count / 2, original.count - 64]
    let count = part < places.count ? places[part] : original.count - 1
    #expect(try error(for: Array(original.prefix(count))) != nil, "\(count) bytes")
  }

  @Test func addedBytesAreNoticed() throws {
    #expect(try error(for: original + [0]) != nil)
    #expect(try error(for: original + original) != nil)
  }

  @Test func everySingleFlippedBitIsNoticed() throws {
    let headerCount = try SafetensorsHeader(InputFile(path: folder.path("a.safetensors"))).bytes
      .count
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      // Half of them in the header, which is the smaller part.
      let place = random.int(0...(seed % 2 == 0 ? headerCount : original.count) - 1)
      var bytes = original
      bytes[place] ^= 1 << UInt8(random.int(0...7))
      #expect(try error(for: bytes) != nil, "seed \(seed), byte \(place)")
    }
  }

  /// Several other bytes with a checksum that fits: a model or an error, never anything else.
  @Test func changesWithAFittingChecksumDoNoHarm() throws {
    var (models, errors) = (0, 0)
    let headerCount = try SafetensorsHeader(InputFile(path: folder.path("a.safetensors"))).bytes
      .count
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = original
      for _ in 0..<random.int(1...3) {
        let digits = ConvertedFormat.digitPlaces(bytes, headerCount)
        let place =
          seed % 2 == 0
          ? random.one(of: digits)
          : random.int(ConvertedFormat.checksumRange.upperBound...headerCount - 1)
        let isDigit = (0x30...0x39).contains(bytes[place])
        bytes[place] = UInt8(isDigit ? random.int(0x30...0x39) : random.int(0x20...0x7E))
      }
      ConvertedText.seal(&bytes)
      if let error = try error(for: bytes) {
        errors += 1
        #expect(error.description.hasSuffix("."), "seed \(seed): \(error)")
      } else {
        models += 1
        let model = try Model(convertedPath: folder.path("b.safetensors"))
        let input = SeededGenerator.goldenInput(seed: 1, count: model.summary.inputShape.count)
        _ = try? model.rawHeadOutputs(input: input, threads: 1)
      }
    }
    #expect(models > 20 && errors > 100, "\(models) models, \(errors) errors")
  }
}

extension ConvertedFormat {
  /// Where digits stand in the header, after the checksum.
  fileprivate static func digitPlaces(_ bytes: [UInt8], _ headerCount: Int) -> [Int] {
    (checksumRange.upperBound..<headerCount).filter { (0x30...0x39).contains(bytes[$0]) }
  }
}
