import YOLOKit

/// Inputs that every program can make for itself.
enum FormulaInput {
  /// Numbers in 0…1 (1 excluded): number `i` is `(splitmix64(seed + i) >> 40) / 2^24`.
  ///
  /// `splitmix64` is S. Vigna's generator.
  static func numbers(seed: UInt64, count: Int) -> [Float] {
    (0..<count).map { index in
      var z = seed &+ UInt64(index) &+ 0x9E37_79B9_7F4A_7C15
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      z ^= z >> 31
      return Float(z >> 40) / 16_777_216
    }
  }

  /// `[channels, height, width]` to `[height, width, channels]`.
  static func channelsLast(_ planar: [Float], _ shape: FeatureShape) -> [Float] {
    var values = [Float](repeating: 0, count: planar.count)
    for channel in 0..<shape.channels {
      for pixel in 0..<shape.pixels {
        values[pixel * shape.channels + channel] = planar[channel * shape.pixels + pixel]
      }
    }
    return values
  }
}
