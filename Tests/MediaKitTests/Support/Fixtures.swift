import Foundation
import Testing
import VisionTypes

/// The files beside the tests, made by `Fixtures/make_fixtures.py`.
enum Fixtures {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures").appendingPathComponent(name).path
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let data = try #require(FileManager.default.contents(atPath: path(name)), "no fixture \(name)")
    return [UInt8](data)
  }

  /// Expected pixels from a binary PGM or PPM file.
  static func expected(_ name: String) throws -> PixelImage {
    let bytes = try bytes("\(name).expected")
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
    try #require(lines.count == 4)
    let sizes = String(decoding: lines[1], as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    try #require(sizes.count == 2)
    let format: PixelFormat = lines[0].elementsEqual("P5".utf8) ? .gray : .rgb
    let count = sizes[0] * sizes[1] * format.bytesPerPixel
    return try PixelImage(
      width: sizes[0], height: sizes[1], format: format, bytes: Array(bytes.suffix(count)))
  }
}

/// The largest difference of two samples; `nil` for pictures of different shape.
func largestDifference(_ first: PixelImage, _ second: PixelImage) -> Int? {
  guard first.width == second.width, first.height == second.height,
    first.format == second.format, first.bytes.count == second.bytes.count
  else { return nil }
  return zip(first.bytes, second.bytes).map { abs(Int($0) - Int($1)) }.max()
}

/// Whether two pictures are equal; a failing test then does not print all their samples.
func areSame(_ first: PixelImage, _ second: PixelImage) -> Bool {
  first == second
}

/// Runs the body with a fresh folder that is removed afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("MediaKitTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, seeded and the same on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A picture of random samples.
func noise(
  width: Int, height: Int, format: PixelFormat, seed: UInt64, extraStride: Int = 0
) throws -> PixelImage {
  var generator = SplitMix(seed: seed)
  let stride = width * format.bytesPerPixel + extraStride
  let bytes = (0..<stride * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
  return try PixelImage(
    width: width, height: height, format: format, rowStride: stride, bytes: bytes)
}
