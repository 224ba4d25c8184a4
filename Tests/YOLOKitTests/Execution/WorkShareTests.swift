import Synchronization
import TestSupport
import Testing

@testable import YOLOKit

/// How parts of a work are divided and taken.
@Suite struct WorkShareTests {
  private final class Shared: Sendable { let share = WorkShare() }

  @Test(arguments: [1, 2, 3, 4, 7, 256], [0, 1, 2, 3, 16, 17, 1000, WorkShare.partLimit - 1])
  func rangesCoverAllPartsEvenly(threads: Int, parts: Int) {
    let ranges = (0..<threads).map { WorkShare.range($0, of: threads, parts: parts) }
    #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == parts)
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      #expect(range.upperBound == next.lowerBound)
    }
    #expect(ranges.allSatisfy { $0.count == parts / threads || $0.count == parts / threads + 1 })
  }

  @Test func theOwnerTakesTheFirstAndOthersTheLast() {
    let share = WorkShare()
    share.fill(3..<8, generation: 5)
    #expect(share.take(generation: 5, first: true) == 3)
    #expect(share.take(generation: 5, first: false) == 7)
    #expect(share.take(generation: 5, first: false) == 6)
    #expect(share.take(generation: 5, first: true) == 4)
    #expect(share.take(generation: 5, first: true) == 5)
    for first in [true, false] { #expect(share.take(generation: 5, first: first) == nil) }
  }

  /// The largest numbers that fit do not spill into each other.
  @Test func fieldsKeepApart() {
    let share = WorkShare()
    let (last, generation) = (WorkShare.partLimit - 2, WorkShare.generationLimit - 1)
    share.fill(last..<last + 1, generation: generation)
    #expect(share.take(generation: generation, first: false) == last)
    #expect(share.take(generation: generation, first: true) == nil)
    share.fill(0..<WorkShare.partLimit - 1, generation: 0)
    #expect(share.take(generation: 0, first: false) == last)
    #expect(share.take(generation: 0, first: true) == 0)
  }

  /// A thread that comes with the number of a work that is over gets nothing.
  @Test func partsOfAnotherWorkAreNotTaken() {
    let share = WorkShare()
    share.fill(0..<4, generation: 8)
    for generation: UInt64 in [0, 7, 9, WorkShare.generationLimit - 1] {
      #expect(share.take(generation: generation, first: true) == nil)
      #expect(share.take(generation: generation, first: false) == nil)
    }
    #expect(share.take(generation: 8, first: true) == 0)
  }

  @Test func everyPartIsTakenOnce() {
    let parts = 20_000
    let shared = Shared()
    shared.share.fill(0..<parts, generation: 1)
    let taken = Mutex<[Int]>([])
    onThreads(4) { thread in
      var mine: [Int] = []
      while let part = shared.share.take(generation: 1, first: thread == 0) { mine.append(part) }
      taken.withLock { $0 += mine }
    }
    #expect(taken.withLock { $0.sorted() } == Array(0..<parts))
  }
}
