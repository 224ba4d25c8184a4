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

/// Puts every pixel at `stride` times its place; all other pixels become 0.
///
/// - Parameters:
///   - input: `[height, width, channels]`.
///   - stride: How far apart; at least 1.
///   - output: `[(height - 1) * stride + 1 or more, the same for the width, channels]`.
///   - rows: The output rows to write.
package func stuffZeros(
  _ input: FeatureMap, stride: Int, output: FeatureMap, rows: Range<Int>
) {
  for row in rows {
    let (inputRow, rest) = row.quotientAndRemainder(dividingBy: stride)
    for column in 0..<output.width {
      let (inputColumn, rest2) = column.quotientAndRemainder(dividingBy: stride)
      let target = output.pixel(row, column)
      if rest == 0, rest2 == 0, inputRow < input.height, inputColumn < input.width {
        copyFloats(input.pixel(inputRow, inputColumn), to: target, count: input.channels)
      } else {
        target.update(repeating: 0, count: input.channels)
      }
    }
  }
}

/// Picks every output number from some place of the input: reorganisations, reorderings.
///
/// - Parameters:
///   - input: The numbers to pick from, without gaps.
///   - indices: For each output number, in channels-last order, where it stands in the input.
///   - output: The numbers, without gaps.
///   - range: The output numbers to write.
package func gather(
  _ input: FeatureMap, indices: UnsafePointer<Int32>, output: FeatureMap, range: Range<Int>
) {
  for i in range { output.base[i] = input.base[Int(indices[i])] }
}
