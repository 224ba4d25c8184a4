/// The mean of each channel over the whole map.
///
/// Sums row by row in `Double`, so that the result does not depend on the map's size.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - output: `[1, 1, channels]`.
package func globalAveragePool(_ input: FeatureMap, output: FeatureMap) {
  for c in 0..<input.channels {
    var sum = 0.0
    var source = input.base + c
    for _ in 0..<input.pixels {
      sum += Double(source.pointee)
      source += input.pixelStride
    }
    output.base[c] = Float(sum / Double(input.pixels))
  }
}

/// The largest of every `output.channels`-th channel: Darknet's `maxpool_depth`.
///
/// Output channel `g` is the maximum over the input channels `g`, `g + out`, `g + 2 out` …
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - output: `[height, width, out]`.
///   - pixels: The pixels to write, counted row by row.
package func channelMaximumPool(_ input: FeatureMap, output: FeatureMap, pixels: Range<Int>) {
  for pixel in pixels {
    let source = input.base + pixel &* input.pixelStride
    let target = output.base + pixel &* output.pixelStride
    for group in 0..<output.channels {
      var largest = -Float.greatestFiniteMagnitude
      var c = group
      while c < input.channels {
        if source[c] > largest { largest = source[c] }
        c &+= output.channels
      }
      target[group] = largest
    }
  }
}
