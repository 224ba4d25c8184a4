import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Luma and chroma become the colours that the recommendations say, and are resized as those.
@Suite struct YCbCrTests {
  /// How far a colour may be off before it is rounded: half a step, and what the factors leave.
  static let tolerance = 0.5005

  /// What `luma`, `blue` and `red` stand for, in steps, not rounded.
  static func color(
    _ luma: UInt8, _ blue: UInt8, _ red: UInt8, _ encoding: YCbCrEncoding
  ) -> [Double] {
    let isFull = [.bt601Full, .bt709Full].contains(encoding)
    let is709 = [.bt709Limited, .bt709Full].contains(encoding)
    let (kr, kb) = is709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let y = isFull ? Double(luma) / 255 : (Double(luma) - 16) / 219
    let cb = (Double(blue) - 128) / (isFull ? 255 : 224)
    let cr = (Double(red) - 128) / (isFull ? 255 : 224)
    let kg = 1 - kr - kb
    return [
      y + 2 * (1 - kr) * cr, y - 2 * (1 - kb) * kb / kg * cb - 2 * (1 - kr) * kr / kg * cr,
      y + 2 * (1 - kb) * cb,
    ].map { min(max($0, 0), 1) * 255 }
  }

  /// The colours that a picture is taken for: a network's input of its size, as bytes.
  static func colors(
    of buffer: PixelBuffer, kernels: ConvolutionKernels?, threads: Int = 1
  ) throws -> [UInt8] {
    let maker = InputMaker(
      input: FeatureShape(height: buffer.height, width: buffer.width, channels: 3),
      conventions: .darknet(.stretch), policy: .stretch, threads: threads, kernels: kernels)
    return try maker.input(for: buffer).map { UInt8(($0 * 255).rounded()) }
  }

  /// All 256 lumas with many pairs of chroma, 2 by 2 pixels each.
  @Test(arguments: YCbCrEncoding.allCases, PictureLayoutTests.kernelSets.indices)
  func colorsAreThoseOfTheRecommendation(encoding: YCbCrEncoding, set: Int) throws {
    let samples = stride(from: 0, through: 255, by: 5).map { UInt8($0) } + [16, 127, 128, 129, 254]
    for blue in samples {
      // A row of pairs for each red chroma; along it luma goes up by two.
      let (width, height) = (256, 2 * samples.count)
      let luma = (0..<height).flatMap { row in (0..<width).map { UInt8(($0 + row) % 256) } }
      let chroma = samples.flatMap { red in (0..<width / 2).flatMap { _ in [blue, red] } }
      let buffer = try PixelBuffer(
        width: width, height: height, layout: .nv12(encoding), bytes: luma + chroma)
      let found = try Self.colors(of: buffer, kernels: PictureLayoutTests.kernelSets[set])
      var worst = 0.0
      for row in 0..<height {
        for column in 0..<width {
          let pixel = row * width + column
          let exact = Self.color(luma[pixel], blue, samples[row / 2], encoding)
          for channel in 0..<3 {
            worst = max(worst, abs(Double(found[3 * pixel + channel]) - exact[channel]))
          }
        }
      }
      #expect(worst <= Self.tolerance, "blue \(blue)")
    }
  }

  /// Black, white, and what leaves the range on both sides.
  @Test func endsAreExact() throws {
    let first = { (luma: UInt8, blue: UInt8, red: UInt8, encoding: YCbCrEncoding) in
      try Self.colors(
        of: PixelBuffer(
          width: 1, height: 1, layout: .i420(encoding), bytes: [luma, blue, red]),
        kernels: nil)
    }
    for encoding in [YCbCrEncoding.bt601Limited, .bt709Limited] {
      #expect(try first(16, 128, 128, encoding) == [0, 0, 0])
      #expect(try first(235, 128, 128, encoding) == [255, 255, 255])
      #expect(try first(0, 128, 128, encoding) == [0, 0, 0])
      #expect(try first(255, 128, 128, encoding) == [255, 255, 255])
    }
    for encoding in [YCbCrEncoding.bt601Full, .bt709Full] {
      #expect(try first(0, 128, 128, encoding) == [0, 0, 0])
      #expect(try first(255, 128, 128, encoding) == [255, 255, 255])
    }
    // Pure red of BT.601 in limited range, and of BT.709.
    #expect(try first(81, 90, 240, .bt601Limited) == [254, 0, 0])
    #expect(try first(63, 102, 240, .bt709Limited) == [255, 1, 0])
  }

  /// Odd sizes, strides and planes apart: resized as the colours of all its pixels would be.
  @Test(arguments: UInt64(1)...60, PictureLayoutTests.kernelSets.indices)
  func planesAreResizedAsColors(seed: UInt64, set: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let half = generator.one(of: [1, 2])
    let width = half * PictureLayoutTests.side(using: &generator)
    let height = half * PictureLayoutTests.side(using: &generator)
    let encoding = generator.one(of: YCbCrEncoding.allCases)
    for layout in [PixelLayout.nv12(encoding), .i420(encoding)] {
      let planes = (0..<layout.planeCount).map { number in
        let size = layout.planeSize(number, width: width, height: height)
        return PictureLayoutTests.plane(size.rows, size.bytesPerRow, using: &generator)
      }
      let buffer = try PixelBuffer(
        width: width, height: height, layout: layout, planes: planes)
      let sample = { (plane: Int, row: Int, byte: Int) in
        planes[plane].bytes[planes[plane].offset + row * planes[plane].rowStride + byte]
      }
      let kernels = PictureLayoutTests.kernelSets[set]
      let colors = try Self.colors(of: buffer, kernels: kernels)
      for row in 0..<height {
        for column in 0..<width {
          let (y, x) = (row / 2, column / 2)
          let exact = Self.color(
            sample(0, row, column),
            layout.planeCount == 2 ? sample(1, y, 2 * x) : sample(1, y, x),
            layout.planeCount == 2 ? sample(1, y, 2 * x + 1) : sample(2, y, x), encoding)
          for channel in 0..<3 {
            let found = Double(colors[(row * width + column) * 3 + channel])
            #expect(abs(found - exact[channel]) <= Self.tolerance, "seed \(seed), \(layout)")
          }
        }
      }
      var maker = PictureLayoutTests.maker(width: width, height: height, using: &generator)
      maker.kernels = kernels
      let image = try PixelImage(width: width, height: height, format: .rgb, bytes: colors)
      #expect(
        try maker.input(for: buffer) == maker.input(for: PixelBuffer(image)),
        "seed \(seed): \(width)x\(height) \(layout) to \(maker.input)")
    }
  }
}
