/// Resizes 8-bit pictures to 8-bit pictures just as OpenCV's `cv2.resize` with `INTER_LINEAR` does,
/// to the last bit, and hands them on as floats.
///
/// Source: the behaviour of OpenCV 4 and 5 on x86-64. Weights are whole 2048ths. An output pixel's
/// place is `(p + 0.5) * scale - 0.5`; across, it is mixed from two neighbours without rounding; down,
/// the two sums are rounded down to 16ths, multiplied, each rounded down to quarters, added and rounded.
/// Exactly half the size in both directions is the rounded mean of blocks of 2 by 2.
package struct OpenCVResize {
  private let columns: [Tap]
  private let rows: [Tap]
  private let outputWidth: Int
  private let outputHeight: Int
  private let isHalf: Bool

  /// The two neighbours of an output place and their weights, in 2048ths.
  private struct Tap {
    var first: Int
    var second: Int
    var weight0: Int32
    var weight1: Int32
  }

  /// Prepares a resize between two sizes, in pixels; all at least 1.
  package init(width: Int, height: Int, toWidth: Int, toHeight: Int) {
    precondition(width >= 1 && height >= 1 && toWidth >= 1 && toHeight >= 1)
    outputWidth = toWidth
    outputHeight = toHeight
    isHalf = width == 2 * toWidth && height == 2 * toHeight
    columns = Self.taps(width, toWidth, isClamped: true)
    rows = Self.taps(height, toHeight, isClamped: false)
  }

  /// The taps of each output place along one side.
  ///
  /// Clamped, a place outside the picture is its outermost pixel (columns); otherwise it is mixed with
  /// itself (rows).
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
        weight0: Int32(((1 - fraction) * 2048).rounded(.toNearestOrEven)),
        weight1: Int32((fraction * 2048).rounded(.toNearestOrEven)))
    }
  }

  /// Resizes some rows.
  ///
  /// - Parameters:
  ///   - bytes: The picture; checked against the layout and the size given at the start.
  ///   - layout: Where its channels stand.
  ///   - output: `[toHeight, toWidth, 3 or 1]`: red, green, blue, or luma
  ///     (0.299 R + 0.587 G + 0.114 B); byte / 255 each. `rowStride` floats lie between rows.
  ///   - channels: 3 or 1.
  ///   - rowStride: Floats between output rows.
  ///   - range: The output rows to write.
  package func resize(
    _ bytes: [UInt8], layout: PixelLayout, output: UnsafeMutablePointer<Float>, channels: Int,
    rowStride: Int, rows range: Range<Int>
  ) {
    let lastRow = rows.reduce(0) { max($0, max($1.first, $1.second)) }
    let lastColumn = columns.reduce(0) { max($0, max($1.first, $1.second)) }
    let lastByte =
      (isHalf ? 2 * outputHeight - 1 : lastRow) * layout.rowStride
      + (isHalf ? 2 * outputWidth - 1 : lastColumn) * layout.pixelStride
      + max(layout.red, layout.green, layout.blue)
    precondition(lastByte < bytes.count && (channels == 3 || channels == 1))
    precondition(range.lowerBound >= 0 && range.upperBound <= outputHeight)
    bytes.withUnsafeBufferPointer { picture in
      guard let picture = picture.baseAddress else { return }
      if isHalf {
        for row in range {
          halve(picture, layout, row, output + row * rowStride, channels)
        }
      } else {
        mix(picture, layout, output, channels, rowStride, range)
      }
    }
  }

  /// The mean of blocks of 2 by 2.
  private func halve(
    _ picture: UnsafePointer<UInt8>, _ layout: PixelLayout, _ row: Int,
    _ target: UnsafeMutablePointer<Float>, _ channels: Int
  ) {
    let above = picture + 2 &* row &* layout.rowStride
    let below = above + layout.rowStride
    for column in 0..<outputWidth {
      let left = 2 &* column &* layout.pixelStride
      let right = left &+ layout.pixelStride
      let mean = { (offset: Int) -> Int32 in
        (Int32(above[left &+ offset]) &+ Int32(above[right &+ offset])
          &+ Int32(below[left &+ offset]) &+ Int32(below[right &+ offset]) &+ 2) >> 2
      }
      Self.store(mean(layout.red), mean(layout.green), mean(layout.blue), column, target, channels)
    }
  }

  /// The general way: rows across first, each kept for the next output row, then down.
  private func mix(
    _ picture: UnsafePointer<UInt8>, _ layout: PixelLayout,
    _ output: UnsafeMutablePointer<Float>, _ channels: Int, _ rowStride: Int, _ range: Range<Int>
  ) {
    let count = outputWidth * 3
    var upper = [Int32](repeating: 0, count: count)
    var lower = [Int32](repeating: 0, count: count)
    upper.withUnsafeMutableBufferPointer { upper in
      lower.withUnsafeMutableBufferPointer { lower in
        guard let upper = upper.baseAddress, let lower = lower.baseAddress else { return }
        var above = (row: -1, sums: upper)
        var below = (row: -1, sums: lower)
        for row in range {
          let tap = rows[row]
          if above.row != tap.first {
            if below.row == tap.first {
              swap(&above, &below)
            } else {
              across(picture + tap.first * layout.rowStride, layout, above.sums)
              above.row = tap.first
            }
          }
          if below.row != tap.second {
            across(picture + tap.second * layout.rowStride, layout, below.sums)
            below.row = tap.second
          }
          let target = output + row * rowStride
          for column in 0..<outputWidth {
            let value = { (channel: Int) -> Int32 in
              let place = 3 &* column &+ channel
              let first = (tap.weight0 &* (above.sums[place] >> 4)) >> 16
              let second = (tap.weight1 &* (below.sums[place] >> 4)) >> 16
              return (first &+ second &+ 2) >> 2
            }
            Self.store(value(0), value(1), value(2), column, target, channels)
          }
        }
      }
    }
  }

  /// One picture row mixed across, in 2048ths.
  private func across(
    _ source: UnsafePointer<UInt8>, _ layout: PixelLayout, _ target: UnsafeMutablePointer<Int32>
  ) {
    columns.withUnsafeBufferPointer { columns in
      for column in 0..<outputWidth {
        let tap = columns[column]
        let left = source + tap.first &* layout.pixelStride
        let right = source + tap.second &* layout.pixelStride
        let sum = { (offset: Int) -> Int32 in
          Int32(left[offset]) &* tap.weight0 &+ Int32(right[offset]) &* tap.weight1
        }
        target[3 &* column] = sum(layout.red)
        target[3 &* column &+ 1] = sum(layout.green)
        target[3 &* column &+ 2] = sum(layout.blue)
      }
    }
  }

  /// Writes one pixel as fractions of 255.
  @inline(__always)
  private static func store(
    _ red: Int32, _ green: Int32, _ blue: Int32, _ column: Int,
    _ target: UnsafeMutablePointer<Float>, _ channels: Int
  ) {
    if channels == 3 {
      target[3 &* column] = Float(red) / 255
      target[3 &* column &+ 1] = Float(green) / 255
      target[3 &* column &+ 2] = Float(blue) / 255
    } else {
      target[column] =
        (0.299 * Float(red) + 0.587 * Float(green) + 0.114 * Float(blue)) / 255
    }
  }
}
