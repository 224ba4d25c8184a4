/// All figures of a run.
struct BenchmarkReport: Sendable {
  /// What they were measured on.
  let machine: Machine
  /// The picture.
  let picture: BenchmarkPicture
  /// Runs that counted.
  let runs: Int
  /// Runs before them that did not.
  let warmUp: Int
  /// The figures.
  let rows: [BenchmarkRow]
}
