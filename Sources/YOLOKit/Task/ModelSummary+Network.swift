extension ModelSummary {
  /// What a network consists of.
  ///
  /// - Parameters:
  ///   - network: The network, before it is fused.
  ///   - parameterCount: Numbers that training learned.
  ///   - expectedWeightBytes: See ``expectedWeightBytes``.
  init(network: Network, parameterCount: Int, expectedWeightBytes: Int) {
    layers = network.layers.map(\.summary)
    inputShape = network.inputShape
    self.parameterCount = parameterCount
    self.expectedWeightBytes = expectedWeightBytes
    floatingPointOperations = layers.reduce(0) { sum, layer in
      CheckedArithmetic.sum(sum, layer.floatingPointOperations) ?? Int.max
    }
    heads = network.heads.map { head in
      let shape = network.shape(of: head.source)
      let decoder = HeadDecoder(head: head, shape: shape, inputShape: network.inputShape)
      return HeadSummary(
        layer: head.layer, kind: network.layers[head.layer].summary.kind,
        classCount: head.classCount,
        anchors: head.anchors(shape: shape, inputShape: network.inputShape),
        boxCount: decoder.boxCount)
    }
  }
}

extension Head {
  /// The anchors, in pixels of the network's input; none for a grid.
  func anchors(shape: FeatureShape, inputShape: FeatureShape) -> [Anchor] {
    switch kind {
    case .yolo(let settings): return settings.anchors
    case .region(let settings):
      let cellWidth = Float(inputShape.width) / Float(shape.width)
      let cellHeight = Float(inputShape.height) / Float(shape.height)
      return settings.anchors.map {
        Anchor(width: $0.width * cellWidth, height: $0.height * cellHeight)
      }
    case .grid: return []
    }
  }
}
