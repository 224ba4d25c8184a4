/// Learned numbers made from a seed by a formula, the same in every language.
///
/// For benchmarks and tests of networks whose real weights are not at hand. Number `i` of the file,
/// counted over all layers, is made from `u = (splitmix64(seed + i) >> 40) / 2^24` in 0…1:
///
/// | kind | value |
/// | --- | --- |
/// | biases, mean | `(u - 0.5) * 0.2` |
/// | scales, variance, weights of a shortcut | `0.5 + u` |
/// | weights | `(u - 0.5) * 2 * sqrt(3 * gain / fanIn)` |
///
/// computed in `Double` and rounded to `Float`. `splitmix64` is S. Vigna's generator.
struct SyntheticWeights: ParameterSource {
  /// Where the sequence starts.
  let seed: UInt64
  /// How much a layer amplifies; near 2 keeps leaky networks in range.
  let gain: Double
  private var index: UInt64 = 0

  /// Starts a sequence.
  init(seed: UInt64, gain: Double) {
    self.seed = seed
    self.gain = gain
  }

  /// The next numbers of the sequence.
  mutating func fill(
    _ numbers: inout MutableSpan<Float>, kind: ParameterKind, fanIn: Int, layer: Int
  ) throws(ModelFormatError) {
    let spread = (3 * gain / Double(max(fanIn, 1))).squareRoot()
    for i in numbers.indices {
      let u = Self.uniform(seed: seed, index: index)
      index &+= 1
      numbers[i] =
        switch kind {
        case .biases, .mean: Float((u - 0.5) * 0.2)
        case .scales, .variance, .shortcutWeights: Float(0.5 + u)
        case .weights: Float((u - 0.5) * 2 * spread)
        }
    }
  }

  /// Number `index` of the sequence that starts at `seed`, in 0…1 (1 excluded), exact in `Float`.
  static func uniform(seed: UInt64, index: UInt64) -> Double {
    var z = seed &+ index &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 40) / 16_777_216
  }
}
