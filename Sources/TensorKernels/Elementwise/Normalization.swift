/// Scales and shifts every channel: `scale * x + shift`.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - scale: One factor for each channel.
///   - shift: One number to add for each channel.
///   - output: `[height, width, channels]`; may be `input` itself.
///   - pixels: The pixels to write, counted row by row.
package func scaleAndShift(
  _ input: FeatureMap, scale: UnsafePointer<Float>, shift: UnsafePointer<Float>,
  output: FeatureMap, pixels: Range<Int>
) {
  multiplyChannels(input, by: scale, output: output, pixels: pixels)
  addBiasAndActivate(output, pixels: pixels, bias: shift, activation: .linear)
}

/// How the channels of one pixel are made to share a sum (Darknet's `normalize_channels…`).
package enum ChannelNormalization: Hashable, Sendable {
  /// `max(x, 0)` over the sum of it over all channels.
  case positive
  /// `e^x` over the sum of it over all channels.
  case softmax
  /// The same with the largest channel subtracted first, which keeps large numbers finite.
  case softmaxOfDifference
  /// `x` over the length of the vector of all channels (Darknet's `[l2norm]`).
  case euclidean
}

/// Makes the channels of every pixel share a sum, in place.
///
/// To the divisors other than the length, 0.0001 is added.
///
/// - Parameters:
///   - map: `[height, width, channels]`.
///   - normalization: The rule.
///   - pixels: The pixels to change, counted row by row.
package func normalizeChannels(
  _ map: FeatureMap, _ normalization: ChannelNormalization, pixels: Range<Int>
) {
  for pixel in pixels {
    let values = map.base + pixel &* map.pixelStride
    if normalization == .euclidean {
      let length = dotProduct(values, values, count: map.channels).squareRoot()
      for c in 0..<map.channels { values[c] /= length }
      continue
    }
    var largest: Float = 0
    if normalization == .softmaxOfDifference {
      largest = values[0]
      for c in 1..<max(map.channels, 1) where values[c] > largest { largest = values[c] }
    }
    var sum: Float = 0
    for c in 0..<map.channels {
      let x = values[c]
      let value =
        switch normalization {
        case .positive: x > 0 ? x : 0
        default: exponential(Vector(x - largest))[0]
        }
      values[c] = value
      sum += value
    }
    for c in 0..<map.channels { values[c] /= sum + 0.0001 }
  }
}

/// The softmax of some numbers: `e^((x - max) / temperature)` over its sum.
///
/// - Parameters:
///   - input: `count` numbers.
///   - count: How many; at least 1.
///   - temperature: The divisor of the exponent; above 0.
///   - output: Room for `count` numbers; may be `input` itself.
package func softmax(
  _ input: UnsafePointer<Float>, count: Int, temperature: Float,
  into output: UnsafeMutablePointer<Float>
) {
  var largest = -Float.greatestFiniteMagnitude
  for i in 0..<count where input[i] > largest { largest = input[i] }
  var sum: Float = 0
  for i in 0..<count {
    let value = exponential(Vector((input[i] - largest) / temperature))[0]
    output[i] = value
    sum += value
  }
  for i in 0..<count { output[i] /= sum }
}

/// The softmax of some numbers: `e^(x - max)` over its sum.
package func softmax(_ numbers: [Float]) -> [Float] {
  var result = numbers
  result.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return }
    softmax(base, count: buffer.count, temperature: 1, into: base)
  }
  return result
}
