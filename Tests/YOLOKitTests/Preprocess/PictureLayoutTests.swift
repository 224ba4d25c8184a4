import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Pictures of every layout, size and stride, compared bit by bit with resizing pixel by pixel.
@Suite struct PictureLayoutTests {
  /// The loops of every processor, and those that this one can run.
  static let kernelSets: [ConvolutionKernels?] = [nil] + KernelSelection.supported

  /// A picture in memory, and its colours.
  struct Sample {
    let buffer: PixelBuffer
    let colors: PlainResize.Picture
  }

  /// A random picture of whole pixels, with random bytes before, between and behind its rows.
  static func packed(
    _ format: PixelFormat, width: Int, height: Int, using generator: inout SeededGenerator
  ) throws -> Sample {
    let size = format.bytesPerPixel
    let plane = Self.plane(height, width * size, using: &generator)
    let buffer = try PixelBuffer(
      width: width, height: height, layout: .packed(format), planes: [plane])
    let offsets = format.redGreenBlueOffsets
    return Sample(
      buffer: buffer,
      colors: PlainResize.Picture(width: width, height: height, isGray: format == .gray) {
        row, column in
        let start = plane.offset + row * plane.rowStride + column * size
        return (
          plane.bytes[start + offsets.red], plane.bytes[start + offsets.green],
          plane.bytes[start + offsets.blue]
        )
      })
  }

  /// A plane of random bytes.
  static func plane(
    _ rows: Int, _ bytesPerRow: Int, using generator: inout SeededGenerator
  ) -> PixelPlane {
    let offset = generator.one(of: [0, 0, 1, 13])
    let rowStride = bytesPerRow + generator.one(of: [0, 0, 1, 5, 64])
    let end = offset + (rows - 1) * rowStride + bytesPerRow
    // Loops may read behind a row, but never behind the array.
    let count = end + generator.one(of: [0, 0, 3, 63, 64, 200])
    return PixelPlane(
      bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) },
      offset: offset, rowStride: rowStride)
  }

  /// Sides of one pixel and more, of a vector's width and next to it.
  static func side(using generator: inout SeededGenerator) -> Int {
    generator.one(of: [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, generator.int(18...70)])
  }

  /// A way of resizing into an input of any size; every fourth is exactly half as large.
  static func maker(
    width: Int, height: Int, using generator: inout SeededGenerator
  ) -> InputMaker {
    let isHalf = generator.int(0...3) == 0
    let resampling = generator.one(of: [true, false])
    var conventions = resampling ? InputConventions.darknet(.letterbox) : .yolov5(stride: 32)
    conventions.fill = 0.4375
    return InputMaker(
      input: FeatureShape(
        height: isHalf ? max(1, height / 2) : side(using: &generator),
        width: isHalf ? max(1, width / 2) : side(using: &generator),
        channels: generator.one(of: [3, 3, 1])),
      conventions: conventions,
      policy: isHalf ? .stretch : generator.one(of: [.stretch, .letterbox]),
      threads: generator.one(of: [1, 3]))
  }

  @Test(arguments: UInt64(1)...60, kernelSets.indices)
  func everyBitIsThere(seed: UInt64, set: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for format in PixelFormat.allCases {
      let half = generator.one(of: [1, 2])
      let width = half * Self.side(using: &generator)
      let height = half * Self.side(using: &generator)
      let sample = try Self.packed(format, width: width, height: height, using: &generator)
      var maker = Self.maker(width: width, height: height, using: &generator)
      maker.kernels = Self.kernelSets[set]
      let letterbox = Letterbox(
        image: (width, height), input: maker.input, policy: maker.policy,
        conventions: maker.conventions)
      let expected = PlainResize.input(
        for: sample.colors, maker.input, letterbox: letterbox, conventions: maker.conventions)
      let found = try maker.input(for: sample.buffer)
      let different = found.indices.first { found[$0] != expected[$0] }
      #expect(
        different == nil,
        "seed \(seed), kernels \(set): \(width)x\(height) \(format) to \(maker.input)")
    }
  }

  /// Pictures of several sizes and layouts in turns: what was prepared for one is not used for another.
  @Test(arguments: UInt64(1)...10) func picturesTakeTurns(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let maker = Self.maker(width: 40, height: 30, using: &generator)
    var buffers: [PixelBuffer] = []
    for format in PixelFormat.allCases {
      for (width, height) in [(40, 30), (30, 40), (40, 30)] {
        buffers.append(
          try Self.packed(format, width: width, height: height, using: &generator).buffer)
      }
    }
    let together = try maker.inputs(for: buffers)
    for (number, buffer) in buffers.enumerated() {
      #expect(try maker.input(for: buffer) == together[number], "seed \(seed), \(number)")
    }
  }
}
