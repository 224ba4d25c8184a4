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
