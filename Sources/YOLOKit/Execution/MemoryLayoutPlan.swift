/// Where every source of a network lies: which share a buffer, and where the buffers lie.
struct MemoryLayoutPlan {
  /// The length of the block for all features, in floats.
  let count: Int
  private let inputPlacement: Placement
  private let placements: [Placement]

  /// Lays out a network.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - keeping: The layers whose outputs live to the end of a run.
  /// - Throws: ``ExecutionError/tooLarge(bytes:limit:)``.
  init(_ network: Network, keeping: Set<Int>) throws(ExecutionError) {
    // Buffer 0 is the input's. A node that only looks at its input shares that one's buffer, at some
    // channel; others have a buffer of their own.
    var buffers = [
      MemoryPlanner.Buffer(count: network.inputShape.count, firstStep: -1, lastStep: -1)
    ]
    var views: [(buffer: Int, channel: Int)] = []
    let view = { (source: Network.Source, views: [(buffer: Int, channel: Int)]) in
      switch source {
      case .input: (buffer: 0, channel: 0)
      case .node(let index): views[index]
      }
    }
    var strides = [network.inputShape.channels]
    for (index, node) in network.nodes.enumerated() {
      for source in node.inputs { buffers[view(source, views).buffer].lastStep = index }
      let first = view(node.inputs.first ?? .input, views)
      switch node.operation {
      case .identity: views.append(first)
      case .channelSlice(let range):
        views.append((first.buffer, first.channel + range.lowerBound))
      default:
        views.append((buffers.count, 0))
        strides.append(node.outputShape.channels)
        buffers.append(
          .init(count: node.outputShape.count, firstStep: index, lastStep: index))
      }
    }
    let end = network.nodes.count
    var lasting = network.heads.map(\.source)
    lasting += network.layers.last.map { [$0.output] } ?? []
    lasting += keeping.sorted().filter(network.layers.indices.contains)
      .map { network.layers[$0].output }
    for source in lasting { buffers[view(source, views).buffer].lastStep = end }

    let (offsets, count) = MemoryPlanner.place(buffers)
    guard count <= ExecutionPlan.countLimit else {
      throw .tooLarge(bytes: count * 4, limit: ExecutionPlan.countLimit * 4)
    }
    self.count = count
    let placement = { (view: (buffer: Int, channel: Int), shape: FeatureShape) in
      Placement(
        offset: offsets[view.buffer] + view.channel, shape: shape,
        pixelStride: strides[view.buffer])
    }
    inputPlacement = placement((0, 0), network.inputShape)
    placements = zip(views, network.nodes).map { placement($0, $1.outputShape) }
  }

  /// Where a source lies.
  func placement(of source: Network.Source) -> Placement {
    switch source {
    case .input: inputPlacement
    case .node(let index): placements[index]
    }
  }
}
