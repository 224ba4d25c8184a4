import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// What `ExecutionPlan` promises: a run takes no memory for features.
///
/// Each test runs in a process of its own, in which all objects of the Swift runtime are counted:
/// class instances, closure contexts, arrays, boxes. That nothing below them calls an allocator of C
/// is not covered.
@Suite struct SteadyStateTests {
  /// Unoptimised code puts more closures and boxes on the heap.
  static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test func countingCounts() async {
    await #expect(processExitsWith: .success) {
      var storages: [FloatStorage] = []
      storages.reserveCapacity(10)
      let made = ObjectAllocations.made {
        for count in 0..<10 { storages.append(FloatStorage(zeros: count)) }
      }
      #expect(made?.count == 10)
      #expect(storages.count == 10)
    }
  }

  @Test(.enabled(if: isOptimised, "only optimised code makes the promise"))
  func oneThreadTakesNoMemory() async {
    await #expect(processExitsWith: .success) {
      for runner in try SteadyStateTests.warmRunners(threads: 1) {
        let made = try #require(SteadyStateTests.objectsMade(runner, runs: 20))
        #expect(made.count == 0, "objects made in 20 runs")
      }
    }
  }

  /// A closure that threads share lives on the heap: one object of a few words for each piece of
  /// shared work, gone when the work is done, and nothing else.
  @Test(.enabled(if: isOptimised, "only optimised code makes the promise"))
  func severalThreadsTakeOneContextForEachWork() async {
    await #expect(processExitsWith: .success) {
      var contexts = 0
      for runner in try SteadyStateTests.warmRunners(threads: 3) {
        let one = try #require(SteadyStateTests.objectsMade(runner, runs: 1))
        let twenty = try #require(SteadyStateTests.objectsMade(runner, runs: 20))
        #expect(twenty.count == 20 * one.count && twenty.bytes == 20 * one.bytes)
        #expect(one.bytes <= 32 * one.count, "\(one.bytes) bytes in \(one.count) objects")
        contexts += one.count
      }
      // Were it 0, no work would have been shared and nothing tested.
      #expect(contexts > 0)
    }
  }

  /// Runners of nets with every kind of step, and of one large enough for its work to be shared,
  /// that have run a few times.
  static func warmRunners(threads: Int) throws -> [NetworkRunner] {
    let nets = ["conv-groups", "joins", "normalizations", "pooling", "reorg-flatten", "classifier"]
    var runners = try nets.map { net in
      try NetworkRunner(GoldenNet(net).model().network, threads: threads)
    }
    let large = try Model(
      syntheticWeightsFor: GoldenNet("yolo-two-heads").cfg.path, seed: 1,
      inputSize: (width: 320, height: 256))
    runners.append(try NetworkRunner(large.network, threads: threads))
    for runner in runners { _ = objectsMade(runner, runs: 3) }
    return runners
  }

  static func objectsMade(_ runner: NetworkRunner, runs: Int) -> (count: Int, bytes: Int)? {
    ObjectAllocations.made {
      for _ in 0..<runs { runner.withWorkspace { runner.run(in: $0) } }
    }
  }
}
