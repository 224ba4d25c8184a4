/// Where the channels of one picture element stand, in bytes.
package struct PixelLayout: Hashable, Sendable {
  /// Bytes from one row to the next.
  package var rowStride: Int
  /// Bytes from one pixel to the next.
  package var pixelStride: Int
  /// Red, green and blue within a pixel; all the same for grey.
  package var red: Int
  package var green: Int
  package var blue: Int

  /// Makes a layout.
  package init(rowStride: Int, pixelStride: Int, red: Int, green: Int, blue: Int) {
    self.rowStride = rowStride
    self.pixelStride = pixelStride
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// Resizes 8-bit pictures as Darknet does, straight into a network's input.
///
/// Source: `resize_image` of Darknet's `src/image.c`. Output column `c` of `w` lies at
/// `c (W - 1) / (w - 1)` of `W` picture columns, so the outermost pixels stay the outermost pixels,
/// and is a weighted mean of two neighbours; the same for rows, on the result. Samples are byte / 255
/// and all weights are computed in `Float`, as there.
///
/// One thing is not copied: where rounding puts the last row just above the last picture row,
/// Darknet forgets the lower neighbour's share and darkens that row.
package struct DarknetResize {
  private let columns: [(index: Int, weight: Float)]
  private let rows: [(index: Int, weight: Float)]
  private let outputWidth: Int
  private let outputHeight: Int

  /// The value of each byte, 0…1.
  private static let unit: [Float] = (0..<256).map { Float(Double($0) / 255) }

  /// Prepares a resize between two sizes, in pixels; all at least 1.
  package init(width: Int, height: Int, toWidth: Int, toHeight: Int) {
    precondition(width >= 1 && height >= 1 && toWidth >= 1 && toHeight >= 1)
    outputWidth = toWidth
    outputHeight = toHeight
    columns = Self.positions(width, toWidth)
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

  /// Resizes some rows.
  ///
  /// - Parameters:
  ///   - bytes: The picture; checked against the layout and the size given at the start.
  ///   - layout: Where its channels stand.
  ///   - output: `[toHeight, toWidth, 3 or 1]`: red, green, blue; or luma
  ///     (0.299 R + 0.587 G + 0.114 B). It may be a part of a wider map: `rowStride` floats lie
  ///     between rows.
  ///   - channels: 3 or 1.
  ///   - rowStride: Floats between output rows.
  ///   - range: The output rows to write.
  package func resize(
    _ bytes: [UInt8], layout: PixelLayout, output: UnsafeMutablePointer<Float>, channels: Int,
    rowStride: Int, rows range: Range<Int>
  ) {
    let lastRow = rows.map(\.index).max() ?? 0
    let lastColumn = columns.map(\.index).max() ?? 0
    let hasRowBelow = rows.contains { $0.weight > 0 && $0.index == lastRow } ? 1 : 0
    let hasColumnRight = columns.contains { $0.weight > 0 && $0.index == lastColumn } ? 1 : 0
    let lastByte =
      (lastRow + hasRowBelow) * layout.rowStride
      + (lastColumn + hasColumnRight) * layout.pixelStride
      + max(layout.red, layout.green, layout.blue)
    precondition(lastByte < bytes.count && (channels == 3 || channels == 1))
    precondition(range.lowerBound >= 0 && range.upperBound <= outputHeight)
    let count = outputWidth * channels
    let upper = FloatStorage(zeros: count)
    let lower = FloatStorage(zeros: count)
    bytes.withUnsafeBufferPointer { picture in
      Self.unit.withUnsafeBufferPointer { unit in
        guard let picture = picture.baseAddress, let unit = unit.baseAddress else { return }
        var above = (row: -1, floats: upper.base)
        var below = (row: -1, floats: lower.base)
        for row in range {
          let (index, weight) = rows[row]
          if above.row != index {
            if below.row == index {
              swap(&above, &below)
            } else {
              fillRow(picture + index * layout.rowStride, layout, unit, channels, above.floats)
              above.row = index
            }
          }
          let target = output + row * rowStride
          guard weight > 0 else {
            target.update(from: above.floats, count: count)
            continue
          }
          if below.row != index + 1 {
            fillRow(picture + (index + 1) * layout.rowStride, layout, unit, channels, below.floats)
            below.row = index + 1
          }
          mix(above.floats, below.floats, weight, into: target, count: count)
        }
      }
    }
  }

  /// One picture row, resized to the output's width.
  private func fillRow(
    _ source: UnsafePointer<UInt8>, _ layout: PixelLayout, _ unit: UnsafePointer<Float>,
    _ channels: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    columns.withUnsafeBufferPointer { columns in
      for c in 0..<outputWidth {
        let (index, weight) = columns[c]
        let left = source + index &* layout.pixelStride
        let right = weight > 0 ? left + layout.pixelStride : left
        let red = (1 - weight) * unit[Int(left[layout.red])] + weight * unit[Int(right[layout.red])]
        let green =
          (1 - weight) * unit[Int(left[layout.green])] + weight * unit[Int(right[layout.green])]
        let blue =
          (1 - weight) * unit[Int(left[layout.blue])] + weight * unit[Int(right[layout.blue])]
        if channels == 3 {
          target[3 &* c] = red
          target[3 &* c &+ 1] = green
          target[3 &* c &+ 2] = blue
        } else {
          target[c] =
            layout.red == layout.green && layout.red == layout.blue
            ? red : 0.299 * red + 0.587 * green + 0.114 * blue
        }
      }
    }
  }

  /// `(1 - weight) * above + weight * below`, eight at a time.
  @inline(__always)
  private func mix(
    _ above: UnsafePointer<Float>, _ below: UnsafePointer<Float>, _ weight: Float,
    into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (upper, lower) = (Vector(1 - weight), Vector(weight))
    let vectorEnd = count & ~7
    var i = 0
    while i < vectorEnd {
      storeVector(upper * loadVector(above + i) + lower * loadVector(below + i), target + i)
      i &+= 8
    }
    while i < count {
      target[i] = (1 - weight) * above[i] + weight * below[i]
      i &+= 1
    }
  }
}
