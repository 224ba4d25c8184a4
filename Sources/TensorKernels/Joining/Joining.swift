/// Copies all channels of some pixels from one map to another of the same size.
package func copyPixels(_ input: FeatureMap, output: FeatureMap, pixels: Range<Int>) {
  if input.isDense, output.isDense {
    let start = pixels.lowerBound &* input.channels
    (output.base + start).update(from: input.base + start, count: pixels.count &* input.channels)
    return
  }
  for pixel in pixels {
    copyFloats(
      input.base + pixel &* input.pixelStride, to: output.base + pixel &* output.pixelStride,
      count: input.channels)
  }
}

/// Adds one map to another in place, scaled: `output += weight * input`, over the channels and the
/// pixels that both have.
///
/// Maps of unlike size are lined up as Darknet's `shortcut_cpu` does: the larger one is sampled at
/// every `input.width / output.width`-th pixel, or only every `output.width / input.width`-th pixel
/// of the output is added to.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - weights: One factor for each channel, or nil for 1.
///   - output: `[height, width, channels]`.
///   - rows: The output rows to change.
package func addScaled(
  _ input: FeatureMap, weights: UnsafePointer<Float>?, to output: FeatureMap, rows: Range<Int>
) {
  let step = max(input.width / output.width, 1)
  let sample = max(output.width / input.width, 1)
  let channels = min(input.channels, output.channels)
  let vectorEnd = channels & ~7
  let columns = min(input.width, output.width)
  let lastRow = min(input.height, output.height)
  for row in rows where row % sample == 0 && row / sample < lastRow {
    let inputRow = row / sample &* step
    guard inputRow < input.height else { continue }
    for column in 0..<columns {
      guard column &* step < input.width, column &* sample < output.width else { break }
      let source = input.pixel(inputRow, column &* step)
      let target = output.pixel(row, column &* sample)
      var c = 0
      while c < vectorEnd {
        var value = loadVector(source + c)
        if let weights { value *= loadVector(weights + c) }
        storeVector(loadVector(target + c) + value, target + c)
        c &+= 8
      }
      while c < channels {
        target[c] += source[c] * (weights.map { $0[c] } ?? 1)
        c &+= 1
      }
    }
  }
}

/// Multiplies every channel of some pixels by a factor, into another map.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - factors: One number for each channel.
///   - output: `[height, width, channels]`; may be `input` itself.
///   - pixels: The pixels to write, counted row by row.
package func multiplyChannels(
  _ input: FeatureMap, by factors: UnsafePointer<Float>, output: FeatureMap, pixels: Range<Int>
) {
  for pixel in pixels {
    multiply(
      input.base + pixel &* input.pixelStride, factors, output.base + pixel &* output.pixelStride,
      count: input.channels)
  }
}

/// Multiplies two maps of the same size, number by number; a second map of one channel serves all.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - factors: `[height, width, channels]` or `[height, width, 1]`.
///   - output: `[height, width, channels]`.
///   - pixels: The pixels to write, counted row by row.
package func multiplyMaps(
  _ input: FeatureMap, by factors: FeatureMap, output: FeatureMap, pixels: Range<Int>
) {
  for pixel in pixels {
    let source = input.base + pixel &* input.pixelStride
    let factor = factors.base + pixel &* factors.pixelStride
    let target = output.base + pixel &* output.pixelStride
    if factors.channels == 1 {
      for c in 0..<input.channels { target[c] = source[c] * factor[0] }
    } else {
      multiply(source, factor, target, count: input.channels)
    }
  }
}

/// Number by number, eight at a time.
@inline(__always)
private func multiply(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>,
  count: Int
) {
  let vectorEnd = count & ~7
  var c = 0
  while c < vectorEnd {
    storeVector(loadVector(a + c) * loadVector(b + c), target + c)
    c &+= 8
  }
  while c < count {
    target[c] = a[c] * b[c]
    c &+= 1
  }
}
