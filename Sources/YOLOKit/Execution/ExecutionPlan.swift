import TensorKernels

/// A network made ready to run: the steps, and where in memory everything lies.
///
/// Made once for a network; immutable, so any number of threads may run it, each with a
/// ``Workspace`` of its own. A run takes no memory.
final class ExecutionPlan: Sendable {
  /// The steps, in order.
  let steps: [any Step]
  /// Where the network's input lies.
  let input: Placement
  /// Where the raw numbers of each head lie.
  let heads: [Placement]
  /// Where the layers lie whose outputs were asked for.
  let keptLayers: [Int: Placement]
  /// The length of the block for all features, in floats.
  let arenaCount: Int
  /// The length of the steps' scratch, in floats.
  let scratchCount: Int
  /// What resizes pictures.
  let resizeKernels: ResizeKernels

  /// The most memory that the features of a run may take, in floats: 8 GiB.
  static let countLimit = 1 << 31

  /// Plans a network.
  ///
  /// - Parameters:
  ///   - network: The network, fused or not.
  ///   - keeping: The layers whose outputs are to be there after a run, by number.
  ///   - kernels: The kernels for convolutions; nil for im2col and `cblas_sgemm`.
  ///   - packer: Where packed filters come from; plans that share it share them.
  /// - Throws: ``ExecutionError/tooLarge(bytes:limit:)``, before any memory is taken.
  init(
    _ network: Network, keeping: Set<Int> = [],
    kernels: ConvolutionKernels? = KernelSelection.current,
    packer: FilterPacker = FilterPacker()
  ) throws(ExecutionError) {
    _ = OpenBLAS.useCallersThread
    let lasting = Self.lasting(network, keeping: keeping)
    let fusion = kernels == nil ? StepFusion() : StepFusion(network, lasting: lasting)
    let layout = try MemoryLayoutPlan(network, lasting: lasting, fusion: fusion)
    var steps: [any Step] = []
    for (index, node) in network.nodes.enumerated() where fusion.writers[index] == nil {
      let inputs = node.inputs.map { layout.placement(of: $0) }
      let output = layout.placement(of: .node(index))
      var step: (any Step)?
      if let kernels, let operation = node.operation.convolution,
        TiledConvolutionStep.fits(operation)
      {
        step = Self.convolution(
          operation, layer: node.layer, input: inputs[0], output: output,
          tail: fusion.fused[index].map { fused in
            ConvolutionTail(fused, layout: layout)
          }, kernels: kernels, packer: packer)
      } else {
        step = Self.step(for: node, inputs: inputs, output: output, kernels: kernels)
      }
      if let step { steps.append(step) }
    }
    self.steps = steps
    input = layout.placement(of: .input)
    heads = network.heads.map { layout.placement(of: $0.source) }
    var kept: [Int: Placement] = [:]
    for layer in keeping where network.layers.indices.contains(layer) {
      kept[layer] = layout.placement(of: network.layers[layer].output)
    }
    keptLayers = kept
    arenaCount = layout.count
    scratchCount = steps.reduce(0) { max($0, $1.scratchCount) }
    resizeKernels = kernels?.resize ?? .baseline
  }

  /// Runs all steps; the input has to lie in the workspace already.
  func run(in workspace: Workspace, on pool: WorkerPool) {
    for step in steps { step.run(in: workspace, on: pool) }
  }

  /// Runs all steps as ``run(in:on:)`` does and tells how long each took, in their order.
  func timedRun(in workspace: Workspace, on pool: WorkerPool) -> [Duration] {
    let clock = ContinuousClock()
    var last = clock.now
    return steps.map { step in
      step.run(in: workspace, on: pool)
      let now = clock.now
      defer { last = now }
      return last.duration(to: now)
    }
  }

  /// The sources that are looked at after a run.
  private static func lasting(_ network: Network, keeping: Set<Int>) -> [Network.Source] {
    network.heads.map(\.source) + (network.layers.last.map { [$0.output] } ?? [])
      + keeping.sorted().filter(network.layers.indices.contains).map { network.layers[$0].output }
  }

  /// The step of a convolution by our own kernels.
  private static func convolution(
    _ convolution: Convolution, layer: Int, input: Placement, output: Placement,
    tail: ConvolutionTail?, kernels: ConvolutionKernels, packer: FilterPacker
  ) -> any Step {
    WinogradConvolutionStep.fits(
      convolution, output: output.shape, tail: tail, kernels: kernels)
      ? WinogradConvolutionStep(
        layer: layer, convolution: convolution, input: input, output: output, tail: tail,
        kernels: kernels, packer: packer)
      : TiledConvolutionStep(
        layer: layer, convolution: convolution, input: input, output: output, tail: tail,
        kernels: kernels, packer: packer)
  }

  /// The step of a node; nil for a node that only looks at its input.
  private static func step(
    for node: Network.Node, inputs: [Placement], output: Placement, kernels: ConvolutionKernels?
  ) -> (any Step)? {
    let layer = node.layer
    switch node.operation {
    case .identity, .channelSlice: return nil
    case .convolution(let convolution):
      let isDepthwise =
        convolution.groups == convolution.filters && convolution.channels == 1
        && convolution.groups > 1
      if isDepthwise {
        return DepthwiseConvolutionStep(
          layer: layer, convolution: convolution, input: inputs[0], output: output)
      }
      return ConvolutionStep(
        layer: layer, convolution: convolution, input: inputs[0], output: output)
    case .batchNormalization(let normalization):
      let pairs = normalization.mean.indices.map { normalization.factorAndShift($0) }
      return ElementwiseStep(
        layer: layer,
        kind: .scaleAndShift(
          scale: WeightTensor(pairs.map { Float($0.factor) }),
          shift: WeightTensor(pairs.map { Float($0.shift) })), input: inputs[0], output: output)
    case .activation(let activation):
      return ElementwiseStep(
        layer: layer, kind: .activation(activation), input: inputs[0], output: output)
    case .channelNormalization(let normalization):
      return ElementwiseStep(
        layer: layer, kind: .channelNormalization(normalization), input: inputs[0], output: output)
    case .maximumPool(let window):
      return PoolingStep(
        layer: layer, kind: .maximum(window), input: inputs[0], output: output, kernels: kernels)
    case .averagePool(let window):
      return PoolingStep(layer: layer, kind: .average(window), input: inputs[0], output: output)
    case .globalAveragePool:
      return PoolingStep(layer: layer, kind: .globalAverage, input: inputs[0], output: output)
    case .channelMaximumPool:
      return PoolingStep(layer: layer, kind: .channelMaximum, input: inputs[0], output: output)
    case .concatenation:
      let step = ConcatenationStep(layer: layer, inputs: inputs, output: output)
      return step.isDone ? nil : step
    case .addition(let addition):
      return AdditionStep(layer: layer, addition: addition, inputs: inputs, output: output)
    case .multiplication:
      return MultiplicationStep(
        layer: layer, input: inputs[0], factors: inputs[1], output: output)
    case .upsample(let factor, let scale):
      return UpsampleStep(
        layer: layer, factor: factor, scale: scale, input: inputs[0], output: output)
    case .zeroStuffing(let stride, _):
      return ZeroStuffingStep(layer: layer, stride: stride, input: inputs[0], output: output)
    case .reordering(let reordering):
      return ReorderingStep(
        layer: layer, reordering: reordering, input: inputs[0], output: output)
    case .connected(let connected):
      return ConnectedStep(layer: layer, connected: connected, input: inputs[0], output: output)
    case .softmax(let groups, let temperature):
      return SoftmaxStep(
        layer: layer, groups: groups, temperature: temperature, input: inputs[0], output: output)
    }
  }
}
