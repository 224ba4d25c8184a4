import Synchronization
import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// What runners keep: memory for later runs, and plans for later pictures.
@Suite struct RunnerTests {
  private static func network() -> Network {
    let shape = FeatureShape(height: 8, width: 8, channels: 3)
    return Network(.activation(.relu), inputShape: shape, outputShape: shape)
  }

  private struct Weak {
    weak var workspace: Workspace?
  }

  /// Borrows one workspace while another is borrowed, and so on.
  private static func borrow(_ count: Int, from runner: NetworkRunner) -> [Weak] {
    guard count > 0 else { return [] }
    return runner.withWorkspace { workspace in
      [Weak(workspace: workspace)] + borrow(count - 1, from: runner)
    }
  }

  @Test(arguments: [1, 3]) func aBurstLeavesNoMoreThanThreadsCanUse(threads: Int) throws {
    let runner = try NetworkRunner(Self.network(), threads: threads)
    let most = max(threads, Processors.available)
    let borrowed = Self.borrow(most + 10, from: runner)
    #expect(borrowed.count { $0.workspace != nil } == most)
    let again = Self.borrow(most, from: runner)
    let known = Set(borrowed.compactMap { $0.workspace.map(ObjectIdentifier.init) })
    #expect(again.allSatisfy { $0.workspace.map { known.contains(ObjectIdentifier($0)) } ?? false })
  }

  /// Plans for several sizes take turns in one memory, as large as the largest needs.
  @Test func sizesShareTheirMemory() throws {
    let cache = try RunnerCache(Self.network(), threads: 1, backend: .automatic)
    var seen: [Weak] = []
    for size in [8, 12, 40, 9, 40, 16, 41, 8] {
      let runner = try cache.runner(width: size, height: size)
      runner.withWorkspace { workspace in
        #expect(workspace.fits(runner.plan))
        seen.append(Weak(workspace: workspace))
      }
    }
    let alive = seen.map { $0.workspace.map(ObjectIdentifier.init) }
    // The first ones gave way to larger ones; the two since 41 came are the same.
    #expect(alive[..<6].allSatisfy { $0 == nil })
    #expect(alive[6] != nil && alive[6] == alive[7])
  }

  /// Runs of several sizes at the same time have memory of their own, and each size's result.
  @Test func sizesAtTheSameTimeDoNotMix() throws {
    let cache = try RunnerCache(Self.network(), threads: 2, backend: .automatic)
    let failures = Atomic<Int>(0)
    onThreads(4) { caller in
      for round in 0..<200 {
        let size = 8 + (7 * caller + round) % 5
        guard let runner = try? cache.runner(width: size, height: size) else {
          failures.add(1, ordering: .relaxed)
          continue
        }
        let input = (0..<size * size * 3).map { Float($0 % 7 - 3 + caller) }
        let found = runner.withWorkspace { workspace in
          runner.setInput(input, in: workspace)
          runner.run(in: workspace)
          let output = (runner.plan.steps.last as? ElementwiseStep)?.output
          return output.map { workspace.arena.array($0.offset..<$0.offset + input.count) }
        }
        if found != input.map({ max($0, 0) }) { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  /// Threads that ask for a new size at the same time get the same plan.
  @Test func aSizeIsKeptOnce() throws {
    let cache = try RunnerCache(Self.network(), threads: 1, backend: .automatic)
    for size in 9..<60 {
      let runners = Mutex<[NetworkRunner]>([])
      onThreads(6) { _ in
        guard let runner = try? cache.runner(width: size, height: size) else { return }
        runners.withLock { $0.append(runner) }
      }
      let found = runners.withLock { $0 }
      #expect(found.count == 6)
      #expect(Set(found.map(ObjectIdentifier.init)).count == 1, "size \(size)")
    }
  }

  /// A new input size is planned with the filters that are packed already.
  @Test(
    .enabled(if: !KernelSelection.supported.isEmpty, "needs AVX2 or AVX-512"),
    arguments: [1, 3])
  func filtersArePackedOnce(kernel: Int) throws {
    var generator = SeededGenerator(seed: 3)
    let test = ConvolutionCase(
      inputShape: FeatureShape(height: 64, width: 64, channels: 32), filters: 32, groups: 1,
      window: WindowGeometry(
        kernelHeight: kernel, kernelWidth: kernel, paddingTop: kernel / 2,
        paddingLeft: kernel / 2), using: &generator)
    let kernels = KernelSelection.supported.first
    let packer = FilterPacker()
    let plans = try [64, 96].map { side in
      try ExecutionPlan(
        try #require(test.network.reshaped(width: side, height: side)), kernels: kernels,
        packer: packer)
    }
    let filters = plans.compactMap { plan in
      (plan.steps.first as? TiledConvolutionStep)?.weights
        ?? (plan.steps.first as? WinogradConvolutionStep)?.weights
    }
    #expect(filters.count == 2 && filters[0] === filters[1])
    // Others of the same shape are packed for themselves.
    let other = packer.packed(
      ConvolutionCase(
        inputShape: test.inputShape, filters: 32, groups: 1, window: test.convolution.window,
        using: &generator
      ).convolution, for: .tiled, columns: 32)
    #expect(other !== filters[0])
  }
}
