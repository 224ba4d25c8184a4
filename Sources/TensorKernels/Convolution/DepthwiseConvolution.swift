/// Convolves every channel with a filter of its own (`groups` equal to channels and filters).
///
/// Vectorised over channels, straight from the map.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - weights: `[kernelHeight, kernelWidth, channels]`: the window position first, so that the
///     weights of neighbouring channels are neighbours.
///   - bias: One number for each channel.
///   - window: How the window slides.
///   - output: `[outputHeight, outputWidth, channels]`.
///   - rows: The output rows to write.
package func depthwiseConvolution(
  _ input: FeatureMap, weights: UnsafePointer<Float>, bias: UnsafePointer<Float>,
  window: WindowGeometry, output: FeatureMap, rows: Range<Int>
) {
  let channels = input.channels
  let vectorEnd = channels & ~7
  for row in rows {
    let top = row &* window.strideY &- window.paddingTop
    let ys = window.inside(from: top, extent: input.height, kernel: window.kernelHeight)
    for column in 0..<output.width {
      let left = column &* window.strideX &- window.paddingLeft
      let xs = window.inside(from: left, extent: input.width, kernel: window.kernelWidth)
      let target = output.pixel(row, column)
      var c = 0
      while c < vectorEnd {
        var sum = loadVector(bias + c)
        for ky in ys.first..<ys.end {
          for kx in xs.first..<xs.end {
            let source = input.pixel(
              top &+ ky &* window.dilation, left &+ kx &* window.dilation)
            let weight = weights + (ky &* window.kernelWidth &+ kx) &* channels
            sum += loadVector(source + c) * loadVector(weight + c)
          }
        }
        storeVector(sum, target + c)
        c &+= 8
      }
      while c < channels {
        var sum = bias[c]
        for ky in ys.first..<ys.end {
          for kx in xs.first..<xs.end {
            let source = input.pixel(
              top &+ ky &* window.dilation, left &+ kx &* window.dilation)
            sum += source[c] * weights[(ky &* window.kernelWidth &+ kx) &* channels &+ c]
          }
        }
        target[c] = sum
        c &+= 1
      }
    }
  }
}
