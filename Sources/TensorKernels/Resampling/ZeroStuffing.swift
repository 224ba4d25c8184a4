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
