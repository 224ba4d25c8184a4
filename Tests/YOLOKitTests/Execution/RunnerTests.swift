import Synchronization
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
}
