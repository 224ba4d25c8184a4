/// Resizes 8-bit pictures as Darknet does, straight into a network's input.
///
/// Source: `resize_image` of Darknet's `src/image.c`. Output column `c` of `w` lies at
/// `c (W - 1) / (w - 1)` of `W` picture columns, so the outermost pixels stay the outermost pixels,
/// and is a weighted mean of two neighbours; the same for rows, on the result. Samples are byte / 255
/// and all weights are computed in `Float`, as there.
///
/// One thing is not copied: where rounding puts the last row just above the last picture row,
/// Darknet forgets the lower neighbour's share and darkens that row.
package struct DarknetResize: Sendable {
  private let width: Int
  private let height: Int
  private let pixels: PackedPixels
  private let outputWidth: Int
  private let outputHeight: Int
  /// For each output column the first byte of its first neighbour, and the weight of the second.
  private let offsets: [Int]
  private let weights: [Float]
  private let rows: [(index: Int, weight: Float)]

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
    let columns = Self.positions(width, toWidth)
    let byteCount = pixels.byteCount
    offsets = columns.map { $0.index * byteCount }
    weights = columns.map(\.weight)
    rows = Self.positions(height, toHeight)
  }

  /// For each output place the first of its two neighbours and the weight of the second.
  private static func positions(_ size: Int, _ toSize: Int) -> [(index: Int, weight: Float)] {
    // A single output column is the last one of the picture, as in Darknet; so is a single row,
    // where Darknet reads outside of its picture.
    guard toSize > 1 else { return [(size - 1, 0)] }
    let scale = Float(size - 1) / Float(toSize - 1)
    return (0..<toSize).map { place in
      let position = Float(place) * scale
      let index = min(Int(position), size - 1)
      if index == size - 1 { return (index, 0) }
      return (index, position - Float(index))
    }
  }

  /// Floats of scratch that a piece of the work needs.
  package var scratchCount: Int {
    ResizeScratch.floats(ofBytes: SourcePicture.rowMemory(width: width))
      + 3 * ResizeScratch.floatsOfUnitRow(3 * outputWidth)
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
    let source = memory.bytes(SourcePicture.rowMemory(width: width))
    let colors = memory.rowOfUnits(3 * outputWidth)
    var pair = RowPair(
      memory.rowOfUnits(3 * outputWidth), memory.rowOfUnits(3 * outputWidth))
    let isColor = target.map.channels == 3
    let count = outputWidth * target.map.channels
    for row in range {
      let (index, weight) = rows[row]
      let (above, below) = pair.rows(index, weight > 0 ? index + 1 : index) { row, numbers in
        let source = picture.row(row, in: source, kernels: kernels)
        across(source, isColor ? numbers : colors, kernels)
        if !isColor { luma(of: colors, into: numbers) }
      }
      if weight > 0 {
        kernels.mixUnits(
          UnitsDown(
            above: above, below: below, weight: weight, count: count, output: target.row(row)))
      } else {
        target.row(row).update(from: above, count: count)
      }
    }
  }

  /// One picture row, resized to the output's width.
  private func across(
    _ source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Float>, _ kernels: ResizeKernels
  ) {
    offsets.withUnsafeBufferPointer { offsets in
      weights.withUnsafeBufferPointer { weights in
        guard let offsets = offsets.baseAddress, let weights = weights.baseAddress else { return }
        kernels.acrossUnits(
          UnitsAcross(
            source: source, pixels: pixels, offsets: offsets, weights: weights,
            count: outputWidth, output: output))
      }
    }
  }

  /// The luma of one row; a grey one is its own.
  private func luma(of colors: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    for column in 0..<outputWidth {
      let pixel = colors + 3 &* column
      target[column] =
        pixels == .gray ? pixel[0] : 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]
    }
  }
}
