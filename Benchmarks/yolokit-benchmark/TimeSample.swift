/// The times of one stage over all runs.
struct TimeSample: Sendable, Equatable {
  /// Seconds, shortest first.
  private let sorted: [Double]

  /// Takes the times of all runs, in seconds.
  init(_ seconds: [Double]) { sorted = seconds.sorted() }

  /// The median, in seconds: the mean of the middle two where there is no middle one.
  var median: Double {
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The 95th percentile by nearest rank, in seconds: 95 of 100 runs took no longer.
  var percentile95: Double {
    guard !sorted.isEmpty else { return .nan }
    // ⌈0.95 n⌉, in whole numbers.
    return sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
}
