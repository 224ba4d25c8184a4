import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// What `ExecutionPlan` promises: a run takes no memory, whatever the number of threads.
///
/// Each test runs in a process of its own, in which all that is taken counts, from the heap or
/// straight from the system, by Swift's runtime, by C or by OpenBLAS.
@Suite(.enabled(if: MemoryRequests.canCount, "a sanitizer has the heap in its hands"))
struct SteadyStateTests {
  /// Unoptimised code puts closures and boxes on the heap.
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
      storages.reserveCapacity(20)
      let made = MemoryRequests.made {
        for count in 0..<10 { storages.append(FloatStorage(zeros: count)) }
        for count in 0..<10 { storages.append(FloatStorage(zeros: 1 << 20 + count)) }
      }
      // Of each the object and its numbers, ten times from the heap and ten times from the system.
      #expect(made == 40)
      #expect(storages.count == 20)
    }
  }

  @Test(.enabled(if: isOptimised, "only optimised code makes the promise"))
  func oneThreadTakesNoMemory() async {
    await #expect(processExitsWith: .success) { try SteadyStateTests.expectNoMemory(threads: 1) }
  }

  @Test(.enabled(if: isOptimised, "only optimised code makes the promise"))
  func twoThreadsTakeNoMemory() async {
    await #expect(processExitsWith: .success) { try SteadyStateTests.expectNoMemory(threads: 2) }
  }

  @Test(.enabled(if: isOptimised, "only optimised code makes the promise"))
  func manyThreadsTakeNoMemory() async {
    await #expect(processExitsWith: .success) { try SteadyStateTests.expectNoMemory(threads: 7) }
  }

  /// Ten thousand pictures leave the process as large as the first hundred did.
  @Test func memoryDoesNotGrow() async {
    await #expect(processExitsWith: .success) {
      var options = ObjectDetectorOptions()
      options.threads = 2
      options.scoreThreshold = 0.3
      let detector = try ObjectDetector(model: DetectorOptionsTests.model(), options: options)
      let pictures = try (0..<4).map {
        try DetectorOptionsTests.picture(width: 60 + 9 * $0, height: 75, seed: UInt64($0))
      }
      let search = { (runs: Int) in
        for run in 0..<runs {
          let found = try detector.detect(image: pictures[run % 4]).detections
          #expect(!found.isEmpty)
        }
      }
      try search(100)
      let before = try #require(residentMemory())
      try search(9900)
      let after = try #require(residentMemory())
      // A page a picture would be 38 MiB.
      #expect(after - before < 1 << 20, "from \(before) to \(after) bytes")
    }
  }

  private static func expectNoMemory(threads: Int) throws {
    let runners = try warmRunners(threads: threads)
    let before = WorkerCrew.shared.sharedWorks
    for runner in runners {
      #expect(requests(runner, runs: 20) == 0, "in 20 runs with \(threads) threads")
    }
    // Were no work shared, nothing would be tested.
    #expect((WorkerCrew.shared.sharedWorks > before) == (threads > 1))
  }

  /// Runners of nets with every kind of step, and of one large enough for its work to be shared,
  /// that have run a few times.
  private static func warmRunners(threads: Int) throws -> [NetworkRunner] {
    let nets = ["conv-groups", "joins", "normalizations", "pooling", "reorg-flatten", "classifier"]
    var runners = try nets.map { net in
      try NetworkRunner(GoldenNet(net).model().network, threads: threads)
    }
    let large = try Model(
      syntheticWeightsFor: GoldenNet("yolo-two-heads").cfg.path, seed: 1,
      inputSize: (width: 320, height: 256))
    runners.append(try NetworkRunner(large.network, threads: threads))
    for runner in runners { _ = requests(runner, runs: 3) }
    return runners
  }

  private static func requests(_ runner: NetworkRunner, runs: Int) -> Int {
    MemoryRequests.made {
      for _ in 0..<runs { runner.withWorkspace { runner.run(in: $0) } }
    }
  }
}
