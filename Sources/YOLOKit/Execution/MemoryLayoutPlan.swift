import TensorKernels

/// Where every source of a network lies: which share a buffer, and where the buffers lie.
///
/// A node that only looks at its input lies where that one does. A node whose output becomes a part of
/// a concatenation writes it there from the start, if all that read it can read pixels with gaps.
struct MemoryLayoutPlan {
  /// The length of the block for all features, in floats.
  let count: Int
  private let inputPlacement: Placement
  private let placements: [Placement]

  /// A buffer, and where in it a source begins.
  private struct View {
    var buffer: Int
    var channel: Int
  }

  /// Lays out a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - lasting: The sources that live to the end of a run.
  ///   - fusion: Which nodes are done by the convolution before them.
  /// - Throws: ``ExecutionError/tooLarge(bytes:limit:)``.
  init(
    _ network: Network, lasting: [Network.Source], fusion: StepFusion = StepFusion()
  ) throws(ExecutionError) {
    let parts = Self.concatenatedParts(network)
    // Buffer 0 is the input's.
    var buffers = [
      MemoryPlanner.Buffer(count: network.inputShape.count, firstStep: -1, lastStep: -1)
    ]
    var strides = [network.inputShape.channels]
    var views = [View](repeating: View(buffer: 0, channel: 0), count: network.nodes.count)

    // Backwards, since a concatenation comes after its parts.
    for (index, node) in network.nodes.enumerated().reversed() {
      if case .identity = node.operation { continue }
      if case .channelSlice = node.operation { continue }
      // What the convolution itself would write is never there.
      if fusion.fused[index] != nil { continue }
      let writer = fusion.writers[index] ?? index
      if let part = parts[index] {
        let whole = views[part.concatenation]
        views[index] = View(buffer: whole.buffer, channel: whole.channel + part.channel)
        buffers[whole.buffer].firstStep = min(buffers[whole.buffer].firstStep, writer)
      } else {
        views[index] = View(buffer: buffers.count, channel: 0)
        strides.append(node.outputShape.channels)
        buffers.append(
          .init(count: node.outputShape.count, firstStep: writer, lastStep: index))
      }
    }
    let view = { (source: Network.Source, views: [View]) in
      switch source {
      case .input: View(buffer: 0, channel: 0)
      case .node(let index): views[index]
      }
    }
    for (index, node) in network.nodes.enumerated() {
      let first = view(node.inputs.first ?? .input, views)
      switch node.operation {
      case .identity: views[index] = first
      case .channelSlice(let range):
        views[index] = View(buffer: first.buffer, channel: first.channel + range.lowerBound)
      default: break
      }
      for source in node.inputs where fusion.fused[Self.index(network.origin(of: source))] == nil {
        let buffer = view(source, views).buffer
        buffers[buffer].lastStep = max(buffers[buffer].lastStep, index)
      }
    }
    for source in lasting { buffers[view(source, views).buffer].lastStep = network.nodes.count }

    let (offsets, count) = MemoryPlanner.place(buffers)
    guard count <= ExecutionPlan.countLimit else {
      throw .tooLarge(bytes: count * 4, limit: ExecutionPlan.countLimit * 4)
    }
    self.count = count
    let placement = { (view: View, shape: FeatureShape) in
      Placement(
        offset: offsets[view.buffer] + view.channel, shape: shape,
        pixelStride: strides[view.buffer])
    }
    inputPlacement = placement(View(buffer: 0, channel: 0), network.inputShape)
    placements = network.nodes.indices.map { index in
      // Never there, so anywhere.
      guard fusion.fused[index] == nil else {
        return Placement(
          offset: 0, shape: network.nodes[index].outputShape,
          pixelStride: network.nodes[index].outputShape.channels)
      }
      return placement(views[index], network.nodes[index].outputShape)
    }
  }

  /// Where a source lies.
  func placement(of source: Network.Source) -> Placement {
    switch source {
    case .input: inputPlacement
    case .node(let index): placements[index]
    }
  }

  /// A node's number; -1 for the input.
  private static func index(_ source: Network.Source) -> Int {
    if case .node(let index) = source { index } else { -1 }
  }

  /// The nodes that can write their output into a concatenation: which, and from which channel on.
  private static func concatenatedParts(_ network: Network) -> [Int: (
    concatenation: Int, channel: Int
  )] {
    let readers = network.realReaders()
    let heads = Set(network.heads.map { network.origin(of: $0.source) })
    var parts: [Int: (concatenation: Int, channel: Int)] = [:]
    for (index, node) in network.nodes.enumerated() {
      guard case .concatenation = node.operation else { continue }
      var channel = 0
      for input in node.inputs {
        let source = network.origin(of: input)
        if case .node(let before) = source, parts[before] == nil, !heads.contains(source),
          network.nodes[before].operation.writesWithGaps,
          readers[before].allSatisfy({ network.nodes[$0].operation.readsWithGaps })
        {
          parts[before] = (index, channel)
        }
        channel += network.shape(of: input).channels
      }
    }
    return parts
  }
}

extension Operation {
  /// Whether the step of this can write pixels that do not follow each other without a gap.
  fileprivate var writesWithGaps: Bool {
    switch self {
    case .convolution, .maximumPool, .addition, .concatenation, .upsample, .activation: true
    default: false
    }
  }

  /// Whether the step of this can read such pixels.
  fileprivate var readsWithGaps: Bool {
    switch self {
    case .convolution, .maximumPool, .addition, .concatenation, .upsample, .activation: true
    default: false
    }
  }
}
