/// im2col for channels-last maps: writes each output pixel's window as one row of a matrix.
///
/// Row `p` of `columns` holds `[kernelHeight, kernelWidth, channels]` of the window of output pixel
/// `firstPixel + p`, with 0 where the window leaves the map. A convolution is then one matrix
/// product with the filters. Within a row of the window the pixels are neighbours in memory, so
/// most of the work is block copies.
///
/// - Parameters:
///   - input: The map.
///   - window: How the window slides.
///   - outputWidth: Columns of the output.
///   - pixels: The output pixels to write, counted row by row.
///   - columns: Room for `pixels.count * window.area * input.channels` floats.
package func imageToColumns(
  _ input: FeatureMap, window: WindowGeometry, outputWidth: Int, pixels: Range<Int>,
  into columns: UnsafeMutablePointer<Float>
) {
  let channels = input.channels
  let rowLength = window.kernelWidth &* channels
  var target = columns
  var row = pixels.lowerBound / outputWidth
  var column = pixels.lowerBound &- row &* outputWidth
  for _ in 0..<pixels.count {
    let top = row &* window.strideY &- window.paddingTop
    let left = column &* window.strideX &- window.paddingLeft
    let xs = window.inside(from: left, extent: input.width, kernel: window.kernelWidth)
    for ky in 0..<window.kernelHeight {
      let y = top &+ ky &* window.dilation
      if y >= 0, y < input.height {
        copyWindowRow(input, y: y, left: left, xs: xs, window: window, into: target)
      } else {
        target.update(repeating: 0, count: rowLength)
      }
      target += rowLength
    }
    column &+= 1
    if column == outputWidth {
      column = 0
      row &+= 1
    }
  }
}

/// One row of one window: copied where it lies inside the map, 0 elsewhere.
@inline(__always)
private func copyWindowRow(
  _ input: FeatureMap, y: Int, left: Int, xs: (first: Int, end: Int), window: WindowGeometry,
  into target: UnsafeMutablePointer<Float>
) {
  let channels = input.channels
  if xs.first > 0 || xs.end == 0 {
    let blank = xs.end == 0 ? window.kernelWidth : xs.first
    target.update(repeating: 0, count: blank &* channels)
  }
  if xs.end > xs.first {
    if input.isDense, window.dilation == 1 {
      let source = input.pixel(y, left &+ xs.first)
      copyFloats(source, to: target + xs.first &* channels, count: (xs.end &- xs.first) &* channels)
    } else {
      for kx in xs.first..<xs.end {
        let source = input.pixel(y, left &+ kx &* window.dilation)
        copyFloats(source, to: target + kx &* channels, count: channels)
      }
    }
    if xs.end < window.kernelWidth {
      (target + xs.end &* channels).update(
        repeating: 0, count: (window.kernelWidth &- xs.end) &* channels)
    }
  }
}

/// Copies floats; short runs without the cost of a call.
@inline(__always)
package func copyFloats(
  _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int
) {
  if count < 16 {
    for i in 0..<count { target[i] = source[i] }
  } else {
    target.update(from: source, count: count)
  }
}
