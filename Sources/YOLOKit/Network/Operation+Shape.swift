import TensorKernels

extension Operation {
  /// The shape of what comes out for inputs of given shapes; nil where they do not fit.
  func outputShape(_ inputs: [FeatureShape]) -> FeatureShape? {
    guard let first = inputs.first else { return nil }
    switch self {
    case .identity, .activation, .channelNormalization, .softmax: return first
    case .batchNormalization(let normalization):
      return normalization.mean.count == first.channels ? first : nil
    case .convolution(let convolution):
      guard first.channels == convolution.channels * convolution.groups else { return nil }
      return convolution.window.output(first, channels: convolution.filters)
    case .maximumPool(let window), .averagePool(let window):
      return window.output(first, channels: first.channels)
    case .globalAveragePool: return FeatureShape(height: 1, width: 1, channels: first.channels)
    case .channelMaximumPool(let channels):
      return FeatureShape(height: first.height, width: first.width, channels: channels)
    case .concatenation:
      guard inputs.allSatisfy({ ($0.width, $0.height) == (first.width, first.height) }) else {
        return nil
      }
      return FeatureShape(
        height: first.height, width: first.width, channels: inputs.reduce(0) { $0 + $1.channels })
    case .channelSlice(let range):
      guard range.upperBound <= first.channels else { return nil }
      return FeatureShape(height: first.height, width: first.width, channels: range.count)
    case .addition: return inputs.allSatisfy { $0.canBeAdded(to: first) } ? first : nil
    case .multiplication:
      guard inputs.count == 2 else { return nil }
      let factors = inputs[1]
      let fits =
        factors == first || factors.pixels == 1 && factors.channels == first.channels
        || factors.channels == 1 && (factors.width, factors.height) == (first.width, first.height)
      return fits ? first : nil
    case .upsample(let factor, _):
      return FeatureShape(
        height: first.height * factor, width: first.width * factor, channels: first.channels)
    case .zeroStuffing(let stride, let extra):
      return FeatureShape(
        height: (first.height - 1) * stride + 1 + extra,
        width: (first.width - 1) * stride + 1 + extra, channels: first.channels)
    case .reordering(let reordering): return reordering.outputShape(first)
    case .connected(let connected):
      guard connected.weights.count == connected.outputs * first.count else { return nil }
      return FeatureShape(height: 1, width: 1, channels: connected.outputs)
    }
  }
}

extension WindowGeometry {
  /// The map that a sliding window gives; nil where the window does not fit.
  func output(_ input: FeatureShape, channels: Int) -> FeatureShape? {
    let side = { (length: Int, padding: Int, kernel: Int, stride: Int) -> Int in
      let room = length + padding - (dilation * (kernel - 1) + 1)
      return room < 0 ? 0 : room / stride + 1
    }
    let shape = FeatureShape(
      height: side(input.height, paddingTop + paddingBottom, kernelHeight, strideY),
      width: side(input.width, paddingLeft + paddingRight, kernelWidth, strideX),
      channels: channels)
    return shape.height > 0 && shape.width > 0 ? shape : nil
  }
}

extension FeatureShape {
  /// Whether a map of this shape lines up with another one: sides equal or whole multiples.
  func canBeAdded(to other: FeatureShape) -> Bool {
    let lineUp = { (a: Int, b: Int) in a >= b ? a % b == 0 : b % a == 0 }
    return lineUp(width, other.width) && lineUp(height, other.height)
      && width / other.width == height / other.height
      && other.width / width == other.height / height
  }
}

extension Network {
  /// The same network, with the same weights, for another input size.
  ///
  /// - Parameters:
  ///   - width: Columns of the input.
  ///   - height: Rows of the input.
  /// - Returns: The network; nil where some layers would not fit together.
  func reshaped(width: Int, height: Int) -> Network? {
    guard width >= 1, height >= 1 else { return nil }
    guard (width, height) != (inputShape.width, inputShape.height) else { return self }
    var network = self
    network.inputShape.width = width
    network.inputShape.height = height
    for index in network.nodes.indices {
      let node = network.nodes[index]
      guard let shape = node.operation.outputShape(node.inputs.map { network.shape(of: $0) }),
        CheckedArithmetic.product(shape.height, shape.width, shape.channels) != nil
      else { return nil }
      network.nodes[index].outputShape = shape
    }
    for index in network.layers.indices {
      network.layers[index].summary.outputShape = network.shape(of: network.layers[index].output)
    }
    return network
  }
}
