import TensorKernels

extension Network {
  /// Rewrites the network so that fewer steps give the same numbers.
  ///
  /// Nodes that become part of another one stay as ``Operation/identity``, so places do not shift
  /// and every layer keeps its output.
  mutating func fuse() {
    foldBatchNormalizations()
    fuseActivations()
  }

  /// Multiplies each batch normalisation into the filters of the convolution (or the weights of
  /// the connected layer) before it: `factor * (w x + b) + shift = (factor w) x + (factor b + shift)`.
  mutating func foldBatchNormalizations() {
    let readers = readerCounts()
    for index in nodes.indices {
      guard case .batchNormalization(let normalization) = nodes[index].operation,
        let target = fusionTarget(of: index, readers: readers)
      else { continue }
      guard Self.fold(normalization, into: &nodes[target].operation) else { continue }
      nodes[index].operation = .identity
    }
  }

  /// Hands each activation to the convolution, connected layer or sum before it.
  mutating func fuseActivations() {
    let readers = readerCounts()
    for index in nodes.indices {
      guard case .activation(let activation) = nodes[index].operation,
        let target = fusionTarget(of: index, readers: readers)
      else { continue }
      switch nodes[target].operation {
      case .convolution(var convolution) where convolution.activation == .linear:
        convolution.activation = activation
        nodes[target].operation = .convolution(convolution)
      case .connected(var connected) where connected.activation == .linear:
        connected.activation = activation
        nodes[target].operation = .connected(connected)
      case .addition(var addition) where addition.activation == .linear:
        addition.activation = activation
        nodes[target].operation = .addition(addition)
      default: continue
      }
      nodes[index].operation = .identity
    }
  }

  /// How many nodes, layers and heads read each node's output.
  private func readerCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: nodes.count)
    for node in nodes {
      for case .node(let index) in node.inputs { counts[index] += 1 }
    }
    for layer in layers {
      if case .node(let index) = layer.output { counts[index] += 1 }
    }
    for head in heads {
      if case .node(let index) = head.source { counts[index] += 1 }
    }
    return counts
  }

  /// The node that the node at `index` may become a part of: the one whose output nobody else reads.
  private func fusionTarget(of index: Int, readers: [Int]) -> Int? {
    var source = nodes[index].inputs[0]
    while case .node(let before) = source {
      guard readers[before] == 1 else { return nil }
      guard case .identity = nodes[before].operation else { return before }
      source = nodes[before].inputs[0]
    }
    return nil
  }

  /// Multiplies a normalisation into an operation.
  ///
  /// - Returns: Whether the operation has weights to multiply it into, and nothing after them.
  private static func fold(
    _ normalization: BatchNormalization, into operation: inout Operation
  ) -> Bool {
    // Out of its place first: weights that two values share would be copied instead of changed.
    if var convolution = operation.convolution, convolution.activation == .linear {
      operation = .identity
      fold(normalization, weights: &convolution.weights, bias: &convolution.bias)
      operation = .convolution(convolution)
    } else if var connected = operation.connected, connected.activation == .linear {
      operation = .identity
      fold(normalization, weights: &connected.weights, bias: &connected.bias)
      operation = .connected(connected)
    } else {
      return false
    }
    return true
  }

  /// Multiplies a normalisation into weights whose first axis is the output channel.
  private static func fold(
    _ normalization: BatchNormalization, weights: inout WeightTensor, bias: inout WeightTensor
  ) {
    let outputs = bias.count
    let perOutput = weights.count / outputs
    let factors = (0..<outputs).map { normalization.factorAndShift($0) }
    bias.mutate { span in
      for output in 0..<outputs {
        let (factor, shift) = factors[output]
        span[output] = Float(Double(span[output]) * factor + shift)
      }
    }
    weights.mutate { span in
      for output in 0..<outputs {
        let factor = Float(factors[output].factor)
        let start = output * perOutput
        for i in start..<start + perOutput { span[i] *= factor }
      }
    }
  }
}

extension Operation {
  /// The convolution that this is; nil for all else.
  var convolution: Convolution? {
    guard case .convolution(let convolution) = self else { return nil }
    return convolution
  }

  /// The connected layer that this is; nil for all else.
  fileprivate var connected: Connected? {
    guard case .connected(let connected) = self else { return nil }
    return connected
  }
}
