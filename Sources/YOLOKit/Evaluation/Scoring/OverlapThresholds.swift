/// The overlaps at which both methods ask whether a box is right: 0.50, 0.55 … 0.95.
enum OverlapThresholds {
  /// The values, exactly as `numpy.linspace(0.5, 0.95, 10)` gives them.
  static let all = evenlySpaced(from: 0.5, through: 0.95, count: 10)
  /// The place of 0.75.
  static let index75 = 5
}

/// What `numpy.linspace` gives, to the last bit.
///
/// - Parameters:
///   - start: The first number.
///   - end: The last number.
///   - count: How many; at least 2.
/// - Returns: The numbers.
func evenlySpaced(from start: Double, through end: Double, count: Int) -> [Double] {
  let step = (end - start) / Double(count - 1)
  return (0..<count - 1).map { Double($0) * step + start } + [end]
}

/// The mean of the numbers that are there; nil where none is.
func mean(_ values: some Sequence<Double?>) -> Double? {
  var (sum, count) = (0.0, 0)
  for case let value? in values {
    sum += value
    count += 1
  }
  return count > 0 ? sum / Double(count) : nil
}
