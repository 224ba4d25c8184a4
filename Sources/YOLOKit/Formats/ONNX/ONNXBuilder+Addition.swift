import TensorKernels

/// Sums, also of maps of unlike size.
extension ONNXBuilder {
  /// The sum of maps, shaped like the first.
  mutating func addition(
    _ addition: Addition, _ inputs: [String], _ shapes: [FeatureShape]
  ) -> String {
    let shape = shapes[0]
    var sum = inputs[0]
    for (index, input) in inputs.enumerated() {
      var term = input
      if index > 0 {
        term = linedUp(term, shapes[index], with: shape)
        term = scaled(term, by: addition.addedScale)
      }
      if !addition.weights.isEmpty {
        let weights = addition.weights[index]
        let names = TensorNames(node: node, layer: network.nodes[node].layer)
        let factors = graph.constant(
          names("weight.\(index)"), [1, weights.count, 1, 1],
          .learned(weights, outputs: weights.count, positions: 1, channels: 1))
        term = graph.node("Mul", [term, factors])
      }
      guard index > 0 else {
        sum = term
        continue
      }
      if addition.existingScale != 1 {
        let factor = existingFactor(addition.existingScale, shapes[index], shape)
        sum = graph.node("Mul", [sum, factor])
      }
      sum = graph.node("Add", [sum, term])
    }
    return activated(sum, addition.activation)
  }

  /// A map brought to the size of another as ``addScaled(_:weights:existing:added:to:rows:)`` lines
  /// them up: every n-th pixel of a larger one, zeros between the pixels of a smaller one, and no more
  /// channels than there are, or zeros for those that lack.
  private mutating func linedUp(
    _ input: String, _ shape: FeatureShape, with target: FeatureShape
  ) -> String {
    var output = input
    let channels = min(shape.channels, target.channels)
    if shape.channels > channels { output = slice(output, axis: 1, 0..<channels) }
    let step = shape.width / target.width
    if step > 1 {
      output = slice(output, axis: 2, 0..<shape.height, step: step)
      output = slice(output, axis: 3, 0..<shape.width, step: step)
    }
    let sample = target.width / shape.width
    if sample > 1 {
      let part = FeatureShape(height: shape.height, width: shape.width, channels: channels)
      output = zeroStuffed(output, part, stride: sample, extra: sample - 1)
    }
    if channels < target.channels {
      output = padded(
        output, begin: [0, 0, 0, 0], end: [0, target.channels - channels, 0, 0], value: 0)
    }
    return output
  }

  /// The factor of what is there: for every number that something is added to, else 1.
  private mutating func existingFactor(
    _ factor: Float, _ shape: FeatureShape, _ target: FeatureShape
  ) -> String {
    let channels = min(shape.channels, target.channels)
    let sample = max(target.width / shape.width, 1)
    guard sample > 1 || channels < target.channels else { return graph.scalar(factor) }
    var factors = [Float](repeating: 1, count: target.count)
    for channel in 0..<channels {
      for row in stride(from: 0, to: target.height, by: sample) {
        for column in stride(from: 0, to: target.width, by: sample) {
          factors[(channel * target.height + row) * target.width + column] = factor
        }
      }
    }
    return graph.constant(factors, shape: target.planarSides)
  }
}
