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
