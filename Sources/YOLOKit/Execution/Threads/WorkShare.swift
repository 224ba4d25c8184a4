import Synchronization

/// The parts of a work that one thread begins with, as far as nobody has taken them.
///
/// One word: the work's generation (24 bits), the end of the range (20 bits) and its start (20 bits),
/// so that a thread that comes late can never take a part of another work.
///
/// A generation comes round after 2^24 works. A thread that slept so long takes a part of the work
/// that is then being done, which is as good, or misses one work, which the others do.
struct WorkShare: ~Copyable {
  private let word = Atomic<UInt64>(0)

  /// Parts that a work may have: below this.
  static let partLimit = 1 << 20
  /// Generations are below this.
  static let generationLimit: UInt64 = 1 << 24

  /// The parts that one of so many threads begins with: neighbours, and as many as others have, or one
  /// more.
  static func range(_ thread: Int, of threads: Int, parts: Int) -> Range<Int> {
    parts * thread / threads..<parts * (thread + 1) / threads
  }

  /// Puts parts there for all threads; what was written before is visible to those that take one.
  func fill(_ range: Range<Int>, generation: UInt64) {
    word.store(
      generation << 40 | UInt64(range.upperBound) << 20 | UInt64(range.lowerBound),
      ordering: .releasing)
  }

  /// Takes a part: the first one, or for another thread than the owner the last one.
  ///
  /// - Returns: The part; nil when all are taken or the work is over.
  func take(generation: UInt64, first: Bool) -> Int? {
    var current = word.load(ordering: .acquiring)
    while current >> 40 == generation {
      let (start, end) = (current & 0xF_FFFF, current >> 20 & 0xF_FFFF)
      guard start < end else { return nil }
      let (exchanged, original) = word.weakCompareExchange(
        expected: current, desired: first ? current &+ 1 : current &- 1 << 20,
        ordering: .acquiringAndReleasing)
      if exchanged { return Int(first ? start : end - 1) }
      current = original
    }
    return nil
  }
}
