import TensorKernels

/// Runs a planned network; any number of threads may do so at the same time.
///
/// A run borrows a ``Workspace`` and gives it back, so that later runs take no memory.
final class NetworkRunner: Sendable {
  /// The network.
  let network: Network
  /// The steps and where everything lies.
  let plan: ExecutionPlan
  /// The threads.
  let pool: WorkerPool
  private let workspaces: WorkspaceStock

  /// Plans a network for a number of threads.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - keeping: The layers whose outputs are to be there after a run, by number.
  ///   - threads: How many threads share the work, 1…``WorkerCrew/threadLimit``.
  ///   - kernels: The kernels for convolutions; nil for im2col and `cblas_sgemm`.
  ///   - packer: Where packed filters come from; plans that share it share them.
  ///   - workspaces: Where memory for runs comes from; plans that share it take turns in the same.
  /// - Throws: ``ExecutionError``.
  init(
    _ network: Network, keeping: Set<Int> = [], threads: Int,
    kernels: ConvolutionKernels? = KernelSelection.current,
    packer: FilterPacker = FilterPacker(), workspaces: WorkspaceStock? = nil
  ) throws(ExecutionError) {
    self.network = network
    plan = try ExecutionPlan(network, keeping: keeping, kernels: kernels, packer: packer)
    let bytes = (plan.arenaCount + plan.scratchCount) * MemoryLayout<Float>.size
    guard SystemMemory.canAllocate(bytes) else { throw .outOfMemory(bytes: bytes) }
    pool = WorkerPool.shared(threads: threads)
    self.workspaces = workspaces ?? Self.stock(threads: threads)
  }

  /// Room for as many workspaces as runs can make progress at the same time.
  static func stock(threads: Int) -> WorkspaceStock {
    WorkspaceStock(limit: max(threads, Processors.available))
  }

  /// Lends a workspace, a used one where there is one; until it is given back the caller counts as
  /// busy, see ``WorkerPool/asCaller(_:)``.
  func withWorkspace<Result>(_ body: (Workspace) -> Result) -> Result {
    let workspace = workspaces.lend(for: plan)
    defer { workspaces.takeBack(workspace) }
    return pool.asCaller { body(workspace) }
  }

  /// Runs the network on what lies in the workspace's input; other features may take the
  /// input's place in memory meanwhile.
  func run(in workspace: Workspace) {
    plan.run(in: workspace, on: pool)
  }

  /// The candidates of all heads after a run.
  func decode(
    in workspace: Workspace, threshold: Float, isMultiLabel: Bool, mapping: BoxMapping
  ) -> Candidates {
    var result = Candidates()
    var firstBox = 0
    for (head, placement) in zip(network.heads, plan.heads) {
      let decoder = HeadDecoder(
        head: head, shape: placement.shape, inputShape: network.inputShape,
        isMultiLabel: isMultiLabel)
      let range = placement.offset..<placement.offset + placement.shape.count
      workspace.arena.withSpan {
        decoder.decode(
          $0.extracting(range), threshold: threshold, mapping: mapping, firstBox: firstBox,
          into: &result)
      }
      firstBox += decoder.boxCount
    }
    return result
  }

  /// Copies numbers, channels-last, into the network's input.
  func setInput(_ values: [Float], in workspace: Workspace) {
    precondition(values.count == plan.input.shape.count, "\(values.count) numbers of input")
    let offset = plan.input.offset
    workspace.arena.withMutableSpan { span in
      for i in values.indices { span[offset + i] = values[i] }
    }
  }

  /// The output of a layer that was kept, channels-last.
  func output(ofLayer layer: Int, in workspace: Workspace) -> (
    shape: FeatureShape, values: [Float]
  )? {
    guard let placement = plan.keptLayers[layer] else { return nil }
    let map = placement.map(in: workspace)
    var values: [Float] = []
    values.reserveCapacity(placement.shape.count)
    for row in 0..<map.height {
      for column in 0..<map.width {
        let pixel = map.pixel(row, column)
        for channel in 0..<map.channels { values.append(pixel[channel]) }
      }
    }
    return (placement.shape, values)
  }
}
