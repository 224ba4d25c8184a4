/// What a run of learned numbers is; the words of Darknet's files.
enum ParameterKind: String, Sendable {
  case biases
  case scales
  case mean
  case variance
  case weights
  case shortcutWeights
}

/// Where a network's learned numbers come from, in the order of Darknet's weights file.
protocol ParameterSource {
  /// Fills in the next numbers.
  ///
  /// - Parameters:
  ///   - numbers: All of them are written.
  ///   - kind: What they are.
  ///   - fanIn: For weights, how many inputs each output is made from.
  ///   - layer: The layer they belong to, from 0.
  /// - Throws: ``ModelFormatError`` when they cannot be read or make no sense.
  mutating func fill(
    _ numbers: inout MutableSpan<Float>, kind: ParameterKind, fanIn: Int, layer: Int
  ) throws(ModelFormatError)
}
