/// Repeats every pixel `factor` times in both directions and scales it: Darknet's `[upsample]`.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - factor: How often; at least 1.
///   - scale: A factor for every number.
///   - output: `[height * factor, width * factor, channels]`.
///   - rows: The output rows to write.
package func upsampleNearest(
  _ input: FeatureMap, factor: Int, scale: Float, output: FeatureMap, rows: Range<Int>
) {
  for row in rows {
    for column in 0..<output.width {
      let source = input.pixel(row / factor, column / factor)
      let target = output.pixel(row, column)
      if scale == 1 {
        copyFloats(source, to: target, count: input.channels)
      } else {
        for c in 0..<input.channels { target[c] = source[c] * scale }
      }
    }
  }
}
