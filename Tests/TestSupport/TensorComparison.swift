/// How far two rows of numbers are apart.
package struct TensorComparison: CustomStringConvertible {
  /// The largest difference.
  package private(set) var largestDifference: Float = 0
  /// The largest absolute value of the reference.
  package private(set) var largestReference: Float = 0
  private var place = 0
  private var found: Float = 0
  private var expected: Float = 0
  private let countsMatch: Bool

  /// Compares numbers with a reference; `places` picks those of `found` that the reference holds.
  package init(found: [Float], reference: [Float], places: StrideTo<Int>? = nil) {
    let picked = places.map { $0.map { $0 } } ?? Array(reference.indices)
    countsMatch =
      picked.count == reference.count && (picked.last ?? -1) < found.count
      && (places != nil || found.count >= reference.count)
    guard countsMatch else { return }
    for (index, place) in picked.enumerated() {
      let difference = abs(found[place] - reference[index])
      largestReference = max(largestReference, abs(reference[index]))
      if difference > largestDifference || difference.isNaN {
        (largestDifference, self.place) = (difference.isNaN ? .infinity : difference, place)
        (self.found, expected) = (found[place], reference[index])
      }
    }
  }

  /// The largest difference in units of the largest reference; infinite where the counts differ.
  package var relativeDifference: Float {
    guard countsMatch else { return .infinity }
    return largestReference > 0 ? largestDifference / largestReference : largestDifference
  }

  /// Where the difference is largest, with both values.
  package var description: String {
    countsMatch
      ? "largest difference \(largestDifference) at \(place): \(found) instead of \(expected), "
        + "\(relativeDifference) of the largest reference \(largestReference)"
      : "the counts do not match"
  }
}
