import Foundation
import Synchronization
import TestSupport
import Testing

@testable import YOLOKit

@Suite struct WorkerPoolTests {
  /// How often each part was done.
  private final class Tally: Sendable {
    private final class Cell: Sendable { let count = Atomic<Int>(0) }
    private let cells: [Cell]

    init(_ parts: Int) { cells = (0..<parts).map { _ in Cell() } }

    func done(_ part: Int) { cells[part].count.add(1, ordering: .relaxed) }

    var counts: [Int] { cells.map { $0.count.load(ordering: .relaxed) } }
  }

  @Test(arguments: [1, 2, 3, 4, 7], [0, 1, 2, 3, 16, 17, 1000])
  func everyPartIsDoneOnce(threads: Int, parts: Int) {
    let pool = WorkerPool.shared(threads: threads)
    for _ in 0..<20 {
      let tally = Tally(parts)
      pool.run(parts: parts) { tally.done($0) }
      #expect(tally.counts.allSatisfy { $0 == 1 })
    }
  }

  /// More parts than a ticket has room for are done as well.
  @Test func aMillionPartsAreDone() {
    let done = Atomic<Int>(0)
    WorkerPool.shared(threads: 2).run(parts: (1 << 20) + 3) { _ in
      done.add(1, ordering: .relaxed)
    }
    #expect(done.load(ordering: .relaxed) == (1 << 20) + 3)
  }

  @Test func poolsAreSharedByTheirThreads() {
    #expect(WorkerPool.shared(threads: 3) === WorkerPool.shared(threads: 3))
    #expect(WorkerPool.shared(threads: 3) !== WorkerPool.shared(threads: 2))
    #expect(WorkerPool.shared(threads: 3).threads == 3)
  }

  /// What a part writes is there for the caller when `run` returns.
  @Test(arguments: [2, 4]) func resultsAreVisibleAfterwards(threads: Int) {
    let pool = WorkerPool.shared(threads: threads)
    var numbers = [Int](repeating: 0, count: 64)
    for round in 1...5000 {
      numbers.withUnsafeMutableBufferPointer { buffer in
        nonisolated(unsafe) let buffer = buffer
        pool.run(parts: 64) { buffer[$0] = round &* $0 }
      }
      guard numbers == (0..<64).map({ round * $0 }) else {
        Issue.record("round \(round): \(numbers)")
        return
      }
    }
  }

  /// A part that brings work of its own does it alone.
  @Test func nestedWorkIsDone() {
    let pool = WorkerPool.shared(threads: 3)
    let tally = Tally(8 * 50)
    pool.run(parts: 8) { outer in
      pool.run(parts: 50) { tally.done(outer * 50 + $0) }
    }
    #expect(tally.counts.allSatisfy { $0 == 1 })
  }

  /// Several callers at once, many rounds: nobody's part is lost, done twice or mixed up.
  @Test(arguments: [2, 4]) func concurrentCallersGetTheirOwnWork(threads: Int) {
    let pool = WorkerPool.shared(threads: threads)
    let failures = Atomic<Int>(0)
    onThreads(4) { caller in
      for round in 0..<3000 {
        let parts = 2 + (round &+ caller) % 9
        let tally = Tally(parts)
        pool.run(parts: parts) { tally.done($0) }
        if !tally.counts.allSatisfy({ $0 == 1 }) { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  /// Sleeping workers, woken again and again: every one of these rounds starts with the workers
  /// parked or about to park.
  @Test func workersWakeAfterSleep() {
    let pool = WorkerPool.shared(threads: 4)
    for pause in [0, 1, 10, 100, 1000, 20_000, 200_000] {
      for _ in 0..<(pause > 1000 ? 3 : 50) {
        usleep(UInt32(pause))
        let tally = Tally(12)
        pool.run(parts: 12) { tally.done($0) }
        #expect(tally.counts.allSatisfy { $0 == 1 }, "after \(pause) µs")
      }
    }
  }

  /// `split` covers the range once, whatever the cost says about the pieces.
  @Test(arguments: [0, 1, 2, 5, 1000], [0, 1, 100_000])
  func piecesCoverTheRange(count: Int, cost: Int) {
    let tally = Tally(count)
    WorkerPool.shared(threads: 3).split(count, cost: cost) { range in
      for part in range { tally.done(part) }
    }
    #expect(tally.counts.allSatisfy { $0 == 1 })
  }

  /// An idle pool sleeps.
  ///
  /// In a process of its own, so that no other test's time is counted; three
  /// spinning workers would use as much time as there are processors for them.
  @Test func idlePoolsUseNoProcessor() async {
    await #expect(processExitsWith: .success) {
      let pool = WorkerPool.shared(threads: 4)
      let done = Atomic<Int>(0)
      pool.run(parts: 100) { _ in done.add(1, ordering: .relaxed) }
      usleep(100_000)
      let before = processorTime()
      usleep(500_000)
      let used = processorTime() - before
      #expect(used < 0.1, "\(used) s of processor time in 0.5 s of idling")
      pool.run(parts: 100) { _ in done.add(1, ordering: .relaxed) }
      #expect(done.load(ordering: .relaxed) == 200)
    }
  }
}
