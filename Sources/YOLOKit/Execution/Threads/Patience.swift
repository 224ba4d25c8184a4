import CProcessor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a thread waits for something that other threads will have done in some microseconds.
///
/// First it spins, which notices soonest. Then it lets other threads have the processor between two
/// looks: where all processors are taken, one of them may be what it waits for. Then it is better to
/// sleep.
struct Patience {
  private let spins: Int
  private let looks: Int
  private var look = 0

  /// Looks while spinning: some twenty microseconds.
  private static let spins = 600

  /// For a worker that waits for the next piece of work, which is a moment away or will be long.
  static var ofWorker: Patience { Patience(spins: spins, looks: spins + 60) }

  /// For a caller that waits for the last parts of its work, each of which may take a millisecond.
  static var ofCaller: Patience { Patience(spins: spins, looks: spins + 2000) }

  private init(spins: Int, looks: Int) { (self.spins, self.looks) = (spins, looks) }

  /// Waits for a moment.
  ///
  /// - Returns: Whether to look once more; false where it is time to sleep.
  mutating func wait() -> Bool {
    look += 1
    if look <= spins {
      processor_spin_hint()
      return true
    }
    guard look <= looks else { return false }
    sched_yield()
    return true
  }
}
