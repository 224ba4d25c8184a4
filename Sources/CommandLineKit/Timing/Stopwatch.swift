/// Measures how long work takes.
package enum Stopwatch {
  /// Does the work and returns its result with the seconds that it took.
  package static func measure<Result>(
    _ work: () throws -> Result
  ) rethrows -> (Result, seconds: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try work()
    return (result, (clock.now - start) / .seconds(1))
  }
}
