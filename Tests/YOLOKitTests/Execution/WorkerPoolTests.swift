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

    func undone(_ part: Int) { cells[part].count.subtract(1, ordering: .relaxed) }

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

  @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (256, 256), (Int.max, 256)])
  func aPoolHasAsManyThreadsAsAsked(asked: Int, threads: Int) async {
    #expect(WorkerPool.shared(threads: asked).threads == threads)
  }

  /// One crew serves all pools: the largest decides how many threads there are.
  @Test func poolsShareTheirThreads() async {
    await #expect(processExitsWith: .success) {
      let before = try Self.threadsOfProcess()
      for threads in [4, 2, 3, 4, 1] {
        let tally = Tally(100)
        WorkerPool.shared(threads: threads).run(parts: 100) { tally.done($0) }
        #expect(tally.counts.allSatisfy { $0 == 1 })
      }
      #expect(try Self.threadsOfProcess() == before + 3)
    }
  }

  private static func threadsOfProcess() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
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

  /// No two parts run on the same thread at the same time, whatever nests in them.
  @Test(arguments: [1, 2, 3, 5]) func partsKnowTheirThread(threads: Int) {
    let pool = WorkerPool.shared(threads: threads)
    let failures = Atomic<Int>(0)
    onThreads(2) { _ in
      for _ in 0..<300 {
        let inside = Tally(threads)
        pool.run(parts: 40) { part, thread in
          guard (0..<threads).contains(thread) else {
            failures.add(1, ordering: .relaxed)
            return
          }
          inside.done(thread)
          if inside.counts[thread] != 1 { failures.add(1, ordering: .relaxed) }
          // Alone, or shared where this caller found the crew busy and it is free by now.
          pool.run(parts: 3) { _, inner in
            if !(0..<threads).contains(inner) { failures.add(1, ordering: .relaxed) }
          }
          inside.undone(thread)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  /// A caller that finds the threads busy does its work itself: it neither waits nor shares it.
  @Test(.timeLimit(.minutes(1))) func nobodyWaitsForABusyCrew() {
    let pool = WorkerPool.shared(threads: 2)
    let (isUnderWay, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let others = Atomic<Int>(0)
    onThreads(2) { caller in
      guard caller == 1 else {
        // Both parts of this work last until the other caller's work is done.
        let first = Atomic<Bool>(true)
        pool.run(parts: 2) { _ in
          if first.exchange(false, ordering: .relaxed) { isUnderWay.signal() }
          isOver.wait()
          isOver.signal()
        }
        return
      }
      isUnderWay.wait()
      let thread = pthread_self()
      pool.run(parts: 1000) { _ in
        if pthread_self() != thread { others.add(1, ordering: .relaxed) }
      }
      isOver.signal()
    }
    #expect(others.load(ordering: .relaxed) == 0)
  }

  /// As many callers as processors leave none for workers: each works alone.
  @Test func callersThatFillTheProcessorsWorkAlone() async {
    await #expect(processExitsWith: .success) {
      let callers = max(2, Processors.available)
      let pool = WorkerPool.shared(threads: 4)
      let present = Atomic<Int>(0)
      let done = Atomic<Int>(0)
      let others = Atomic<Int>(0)
      onThreads(callers) { _ in
        pool.asCaller {
          present.add(1, ordering: .sequentiallyConsistent)
          while present.load(ordering: .sequentiallyConsistent) < callers { sched_yield() }
          let thread = pthread_self()
          for _ in 0..<200 {
            pool.run(parts: 16) { _ in
              if pthread_self() != thread { others.add(1, ordering: .relaxed) }
            }
          }
          // Nobody leaves before all have worked.
          done.add(1, ordering: .sequentiallyConsistent)
          while done.load(ordering: .sequentiallyConsistent) < callers { sched_yield() }
        }
      }
      #expect(others.load(ordering: .relaxed) == 0)

      // Whoever is alone has the threads again; each part lasts until another thread comes.
      let threads = Mutex<Set<pthread_t>>([])
      pool.asCaller {
        pool.run(parts: 2) { _ in
          threads.withLock { _ = $0.insert(pthread_self()) }
          while threads.withLock({ $0.count < 2 }) { sched_yield() }
        }
      }
      #expect(threads.withLock { $0.count } == 2)
    }
  }

  /// A task that was cancelled finishes the work that it has begun.
  @Test func cancelledTasksFinishTheirWork() async {
    for _ in 0..<50 {
      let tally = Tally(64)
      let task = Task {
        WorkerPool.shared(threads: 3).run(parts: 64) {
          tally.done($0)
          if $0 == 20 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      task.cancel()
      await task.value
      #expect(tally.counts.allSatisfy { $0 == 1 })
    }
  }

  /// Random amounts of work, pauses and numbers of threads, by several callers at once.
  @Test func randomWorkIsDone() {
    onThreads(3) { caller in
      let seed = UInt64(caller)
      var generator = SeededGenerator(seed: seed)
      for round in 0..<400 {
        let (threads, parts) = (generator.int(1...6), generator.int(0...70))
        if generator.int(0...9) == 0 { usleep(UInt32(generator.int(1...300))) }
        let sums = Tally(parts)
        let pool = WorkerPool.shared(threads: threads)
        pool.asCaller { pool.run(parts: parts) { sums.done($0) } }
        #expect(sums.counts.allSatisfy { $0 == 1 }, "seed \(seed), round \(round)")
      }
    }
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
      usleep(1_000_000)
      let used = processorTime() - before
      #expect(used < 0.01, "\(used) s of processor time in 1 s of idling")
      pool.run(parts: 100) { _ in done.add(1, ordering: .relaxed) }
      #expect(done.load(ordering: .relaxed) == 200)
    }
  }
}
