import Foundation
import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Pictures as Debian's darknet resizes and letterboxes them.
@Suite struct DarknetImageTests {
  struct Golden: Decodable, CustomTestStringConvertible, Sendable {
    let way: String
    let seed: UInt64
    let picture: [Int]
    let output: [Int]
    let offset: Int
    let last_row_darkened: Bool

    var testDescription: String { "\(way) \(picture) to \(output)" }
  }

  struct File: Decodable { let images: [Golden] }

  static let cases =
    (try? GoldenFiles.json(File.self, GoldenNet.file("darknet-image/images.json")).images) ?? []

  /// Positions and mixtures are the same `Float` arithmetic; a few units in the last place are left
  /// for the order of the sums.
  static let tolerance: Float = 5e-6

  @Test func goldensAreThere() {
    #expect(Self.cases.count == 52)
    #expect(Self.cases.count { $0.last_row_darkened } == 2)
  }

  @Test(arguments: cases) func pixelsAreDarknets(golden: Golden) throws {
    let (height, width, channels) = (golden.picture[0], golden.picture[1], golden.picture[2])
    let bytes = SeededGenerator.goldenBytes(seed: golden.seed, count: height * width * channels)
    let image = try PixelImage(
      width: width, height: height, format: channels == 1 ? .gray : .rgb, bytes: bytes)
    let input = FeatureShape(
      height: golden.output[1], width: golden.output[2], channels: golden.output[0])
    let found = try Self.fill(input, with: image, stretches: golden.way == "resize")
    let all = try GoldenFiles.floats(GoldenNet.file("darknet-image/images.f32"))
    let planar = Array(all[golden.offset..<golden.offset + input.count])
    let reference = channelsLast(planar, golden.output)
    // Where the program darkens its last row, ours is meant to differ.
    let rows = input.height - (golden.last_row_darkened ? 1 : 0)
    let count = rows * input.width * input.channels
    let comparison = TensorComparison(
      found: Array(found[..<count]), reference: Array(reference[..<count]))
    #expect(comparison.largestDifference <= Self.tolerance, "\(comparison)")
    if golden.last_row_darkened {
      let (ours, theirs) = (found[count...].reduce(0, +), reference[count...].reduce(0, +))
      #expect(theirs < ours / 2, "the golden's last row is not dark")
    }
  }

  /// The network's input for a picture, channels-last, as the detector makes it.
  static func fill(
    _ input: FeatureShape, with image: PixelImage, stretches: Bool, threads: Int = 1
  ) throws -> [Float] {
    try InputMaker(
      input: input, conventions: .darknet(.letterbox), policy: stretches ? .stretch : .letterbox,
      threads: threads
    ).input(for: PixelBuffer(image))
  }
}

@Suite struct PixelFormatTests {
  /// The same colours in another order of bytes, with alpha and with room between the rows.
  private static func picture(
    _ format: PixelFormat, width: Int, height: Int, seed: UInt64, gap: Int, isGray: Bool = false
  ) throws -> PixelImage {
    let size = format.bytesPerPixel
    let stride = width * size + gap
    var bytes = [UInt8](repeating: 0xEE, count: stride * height)
    var generator = SeededGenerator(seed: seed)
    let offsets = format.redGreenBlueOffsets
    for row in 0..<height {
      for column in 0..<width {
        let start = row * stride + column * size
        let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if size == 4 { bytes[start + 3] = UInt8(truncatingIfNeeded: start * 7) }
        bytes[start + offsets.blue] = isGray ? color[0] : color[2]
        bytes[start + offsets.green] = isGray ? color[0] : color[1]
        bytes[start + offsets.red] = color[0]
      }
    }
    return try PixelImage(
      width: width, height: height, format: format, rowStride: stride, bytes: bytes)
  }

  @Test(arguments: [PixelFormat.bgr, .rgba, .bgra], [1, 3])
  func formatsGiveTheSame(format: PixelFormat, channels: Int) throws {
    let input = FeatureShape(height: 32, width: 48, channels: channels)
    for (stretches, gap) in [(false, 0), (false, 7), (true, 7)] {
      let rgb = try Self.picture(.rgb, width: 37, height: 23, seed: 5, gap: 0)
      let other = try Self.picture(format, width: 37, height: 23, seed: 5, gap: gap)
      let expected = try DarknetImageTests.fill(
        input, with: rgb, stretches: stretches)
      let found = try DarknetImageTests.fill(input, with: other, stretches: stretches, threads: 4)
      #expect(found == expected)
    }
  }

  /// A grey picture serves as all three channels; one whose channels agree is its own luma.
  @Test(arguments: [1, 3]) func grayServesAsAllChannels(channels: Int) throws {
    let input = FeatureShape(height: 32, width: 48, channels: channels)
    let gray = try Self.picture(.gray, width: 30, height: 41, seed: 6, gap: 3)
    let rgb = try Self.picture(.rgb, width: 30, height: 41, seed: 6, gap: 0, isGray: true)
    let found = try DarknetImageTests.fill(input, with: gray, stretches: false)
    let expected = try DarknetImageTests.fill(input, with: rgb, stretches: false)
    // The luma's weights sum to 1 only as far as `Float` goes.
    let comparison = TensorComparison(found: found, reference: expected)
    #expect(comparison.largestDifference <= (channels == 3 ? 0 : 1e-6), "\(comparison)")
  }

  /// Around the picture lies grey, within it the picture.
  @Test func marginsAreGray() throws {
    let input = FeatureShape(height: 20, width: 31, channels: 3)
    let white = try PixelImage(
      width: 4, height: 4, format: .rgb, bytes: [UInt8](repeating: 255, count: 48))
    let found = try DarknetImageTests.fill(input, with: white, stretches: false)
    for row in 0..<20 {
      for column in 0..<31 {
        let isInside = (5..<25).contains(column)
        for channel in 0..<3 {
          #expect(found[(row * 31 + column) * 3 + channel] == (isInside ? 1 : 0.5))
        }
      }
    }
  }
}
