import Synchronization

/// The runners of one network for the input sizes in use.
///
/// Networks that take any input size are planned anew for each; the weights are shared, also packed
/// for the kernels, and so is the memory that runs work in. A few plans are kept, since pictures of
/// one camera or album come in few shapes. Thread-safe.
final class RunnerCache: Sendable {
  /// The network, for its own input size.
  let network: Network
  private let threads: Int
  private let backend: ComputeBackend
  private let packer = FilterPacker()
  private let workspaces: WorkspaceStock
  private let state: Mutex<[Entry]>

  private struct Entry {
    let width: Int
    let height: Int
    let runner: NetworkRunner
  }

  /// The most plans that are kept.
  private static let limit = 8

  /// Plans a network for its own input size.
  ///
  /// - Throws: ``ExecutionError``.
  init(_ network: Network, threads: Int, backend: ComputeBackend) throws(ExecutionError) {
    self.network = network
    self.threads = threads
    self.backend = backend
    workspaces = NetworkRunner.stock(threads: threads)
    let runner = try NetworkRunner(
      network, threads: threads, kernels: backend.kernels, packer: packer, workspaces: workspaces)
    state = Mutex([
      Entry(
        width: network.inputShape.width, height: network.inputShape.height, runner: runner)
    ])
  }

  /// The runner for an input size.
  ///
  /// - Throws: ``ExecutionError`` where the network cannot take that size.
  func runner(width: Int, height: Int) throws(ExecutionError) -> NetworkRunner {
    if let runner = state.withLock({ Self.kept(width, height, &$0) }) { return runner }
    guard let network = network.reshaped(width: width, height: height) else {
      throw .unfitInputSize(width: width, height: height)
    }
    let runner = try NetworkRunner(
      network, threads: threads, kernels: backend.kernels, packer: packer, workspaces: workspaces)
    return state.withLock { entries in
      // Another thread may have planned the same size meanwhile.
      if let other = Self.kept(width, height, &entries) { return other }
      entries.append(Entry(width: width, height: height, runner: runner))
      if entries.count > Self.limit { entries.removeFirst() }
      return runner
    }
  }

  /// A kept runner, which is then the last to go.
  private static func kept(
    _ width: Int, _ height: Int, _ entries: inout [Entry]
  ) -> NetworkRunner? {
    guard let index = entries.firstIndex(where: { $0.width == width && $0.height == height })
    else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.runner
  }
}
