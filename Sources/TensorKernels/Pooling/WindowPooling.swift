// Compiled once for each instruction set, with its `Vector`: see `Sources/ConvolutionKernels`.
#if KERNEL_VARIANT
  import struct TensorKernels.FeatureMap
  import struct TensorKernels.WindowGeometry
#endif

/// The largest number of each channel within a sliding window; cells outside the map do not count.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - window: How the window slides.
///   - output: `[outputHeight, outputWidth, channels]`. A window that lies wholly outside the map
///     gives the lowest finite number, as in Darknet.
///   - rows: The output rows to write.
package func maximumPool(
  _ input: FeatureMap, window: WindowGeometry, output: FeatureMap, rows: Range<Int>
) {
  pool(input, window: window, output: output, rows: rows, start: -Float.greatestFiniteMagnitude) {
    sum, value in
    larger(sum, value)
  } finish: { value, _ in
    value
  }
}

/// The mean of each channel within a sliding window, over the cells that lie inside the map.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - window: How the window slides.
///   - output: `[outputHeight, outputWidth, channels]`; 0 where the window lies wholly outside.
///   - rows: The output rows to write.
package func averagePool(
  _ input: FeatureMap, window: WindowGeometry, output: FeatureMap, rows: Range<Int>
) {
  pool(input, window: window, output: output, rows: rows, start: 0) { sum, value in
    sum + value
  } finish: { sum, count in
    count > 0 ? sum / Vector(Float(count)) : Vector(0)
  }
}

/// Combines the cells of each window, a vector of channels at a time, then the last channels singly.
@inline(__always)
private func pool(
  _ input: FeatureMap, window: WindowGeometry, output: FeatureMap, rows: Range<Int>, start: Float,
  combine: (Vector, Vector) -> Vector, finish: (Vector, Int) -> Vector
) {
  let channels = input.channels
  let vectorEnd = channels & ~(Vector.scalarCount &- 1)
  for row in rows {
    let top = row &* window.strideY &- window.paddingTop
    let ys = window.inside(from: top, extent: input.height, kernel: window.kernelHeight)
    for column in 0..<output.width {
      let left = column &* window.strideX &- window.paddingLeft
      let xs = window.inside(from: left, extent: input.width, kernel: window.kernelWidth)
      let count = (ys.end &- ys.first) &* (xs.end &- xs.first)
      let target = output.pixel(row, column)
      var c = 0
      while c < vectorEnd {
        var sum = Vector(start)
        for ky in ys.first..<ys.end {
          var source = input.pixel(top &+ ky, left &+ xs.first) + c
          for _ in xs.first..<xs.end {
            sum = combine(sum, loadVector(source))
            source += input.pixelStride
          }
        }
        storeVector(finish(sum, count), target + c)
        c &+= Vector.scalarCount
      }
      while c < channels {
        var sum = Vector(start)
        for ky in ys.first..<ys.end {
          for kx in xs.first..<xs.end {
            sum = combine(sum, Vector(input.pixel(top &+ ky, left &+ kx)[c]))
          }
        }
        target[c] = finish(sum, count)[0]
        c &+= 1
      }
    }
  }
}
