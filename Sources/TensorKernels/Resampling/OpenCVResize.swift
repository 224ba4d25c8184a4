/// Resizes 8-bit pictures to 8-bit pictures just as OpenCV's `cv2.resize` with `INTER_LINEAR` does,
/// to the last bit, and hands them on as fractions of 255.
///
/// Source: the behaviour of OpenCV 4 and 5 on x86-64. Weights are whole 2048ths. An output pixel's
/// place is `(p + 0.5) * scale - 0.5`; across, it is mixed from two neighbours without rounding; down,
/// the two sums are rounded down to 16ths, multiplied, each rounded down to quarters, added and rounded.
/// Exactly half the size in both directions is the rounded mean of blocks of 2 by 2.
package struct OpenCVResize: Sendable {
  private let width: Int
  private let height: Int
  private let pixels: PackedPixels
  private let outputWidth: Int
  private let outputHeight: Int
  private let isHalf: Bool
  /// For each output column the first byte of its first neighbour, and both weights in one number.
  private let offsets: [Int]
  private let weights: [UInt32]
  private let rows: [Tap]

  /// The two neighbours of an output place and their weights, in 2048ths.
  private struct Tap {
    var first: Int
    var second: Int
    var weight0: Int16
    var weight1: Int16
  }

  /// Prepares a resize.
  ///
  /// - Parameters:
  ///   - width: Columns of the picture; at least 1.
  ///   - height: Rows of the picture; at least 1.
  ///   - form: How its samples lie in memory.
  ///   - toWidth: Columns of the result; at least 1.
  ///   - toHeight: Rows of the result; at least 1.
  package init(width: Int, height: Int, form: SourceForm, toWidth: Int, toHeight: Int) {
    precondition(width >= 1 && height >= 1 && toWidth >= 1 && toHeight >= 1)
    self.width = width
    self.height = height
    pixels = form.pixels
    outputWidth = toWidth
    outputHeight = toHeight
    isHalf = width == 2 * toWidth && height == 2 * toHeight
    let columns = Self.taps(width, toWidth, isClamped: true)
    let byteCount = pixels.byteCount
    offsets = columns.map { $0.first * byteCount }
    weights = columns.map { UInt32($0.weight0) | UInt32($0.weight1) << 16 }
    rows = Self.taps(height, toHeight, isClamped: false)
  }

  /// The taps of each output place along one side.
  ///
  /// Clamped, a place outside the picture is its outermost pixel (columns), and the second neighbour is
  /// the one after the first; otherwise it is mixed with itself (rows).
  private static func taps(_ size: Int, _ toSize: Int, isClamped: Bool) -> [Tap] {
    let scale = 1 / (Double(toSize) / Double(size))
    return (0..<toSize).map { place in
      let at = Float((Double(place) + 0.5) * scale - 0.5)
      var first = Int(at.rounded(.down))
      var fraction = at - Float(first)
      if isClamped, first < 0 { (first, fraction) = (0, 0) }
      if isClamped, first >= size - 1 { (first, fraction) = (size - 1, 0) }
      return Tap(
        first: min(max(first, 0), size - 1), second: min(max(first + 1, 0), size - 1),
        weight0: Int16(((1 - fraction) * 2048).rounded(.toNearestOrEven)),
        weight1: Int16((fraction * 2048).rounded(.toNearestOrEven)))
    }
  }

  /// Floats of scratch that a piece of the work needs.
  package var scratchCount: Int {
    2 * ResizeScratch.floats(ofBytes: SourcePicture.rowMemory(width: width))
      + 3 * ResizeScratch.floatsOfByteRow(3 * outputWidth)
  }

  /// Resizes some rows.
  ///
  /// - Parameters:
  ///   - picture: A picture of the size and form given at the start.
  ///   - target: Where it goes.
  ///   - range: The output rows to write.
  ///   - kernels: The loops.
  package func resize(
    _ picture: SourcePicture, into target: ResizeTarget, rows range: Range<Int>,
    kernels: ResizeKernels
  ) {
    precondition(picture.width == width && picture.height == height)
    precondition(picture.form.pixels == pixels)
    precondition(range.lowerBound >= 0 && range.upperBound <= outputHeight)
    target.check(width: outputWidth, height: outputHeight, scratchCount: scratchCount)
    var memory = ResizeScratch(target)
    let sources = (
      memory.bytes(SourcePicture.rowMemory(width: width)),
      memory.bytes(SourcePicture.rowMemory(width: width))
    )
    let count = 3 * outputWidth
    let mixed = memory.rowOfBytes(count)
    var pair = RowPair(memory.rowOfBytes(count), memory.rowOfBytes(count))
    for row in range {
      if isHalf {
        kernels.halve(
          HalvedBytes(
            above: picture.row(2 * row, in: sources.0, kernels: kernels),
            below: picture.row(2 * row + 1, in: sources.1, kernels: kernels), pixels: pixels,
            count: outputWidth, output: mixed))
      } else {
        let tap = rows[row]
        let (above, below) = pair.rows(tap.first, tap.second) { row, numbers in
          across(picture.row(row, in: sources.0, kernels: kernels), numbers, kernels)
        }
        kernels.downBytes(
          BytesDown(
            above: above, below: below, weightAbove: tap.weight0, weightBelow: tap.weight1,
            count: count, output: mixed))
      }
      if target.map.channels == 3 {
        kernels.scale(mixed, target.row(row), count)
      } else {
        luma(of: mixed, into: target.row(row))
      }
    }
  }

  /// One picture row mixed across, in 128ths.
  private func across(
    _ source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, _ kernels: ResizeKernels
  ) {
    offsets.withUnsafeBufferPointer { offsets in
      weights.withUnsafeBufferPointer { weights in
        guard let offsets = offsets.baseAddress, let weights = weights.baseAddress else { return }
        kernels.acrossBytes(
          BytesAcross(
            source: source, pixels: pixels, offsets: offsets, weights: weights,
            count: outputWidth, output: output))
      }
    }
  }

  /// The luma of one row of bytes, as fractions of 255.
  private func luma(of bytes: UnsafePointer<Int16>, into target: UnsafeMutablePointer<Float>) {
    for column in 0..<outputWidth {
      let pixel = bytes + 3 &* column
      target[column] =
        (0.299 * Float(pixel[0]) + 0.587 * Float(pixel[1]) + 0.114 * Float(pixel[2])) / 255
    }
  }
}
