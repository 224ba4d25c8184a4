import TensorKernels

extension Operation {
  /// Writes the members of a node that say how it does what it does.
  func writeSettings(_ writer: inout JSONWriter) {
    switch self {
    case .convolution(let convolution):
      convolution.window.write(&writer)
      writer.member("groups", convolution.groups)
      writer.member("filters", convolution.filters)
      writer.member("channels", convolution.channels)
      convolution.activation.write(&writer)
    case .batchNormalization(let normalization):
      switch normalization.epsilon {
      case .underRoot(let e): writer.member("epsilonUnderRoot", e)
      case .besideRoot(let e): writer.member("epsilonBesideRoot", e)
      }
    case .activation(let activation): activation.write(&writer)
    case .channelNormalization(let normalization):
      writer.member("rule", ChannelNormalizationWord(normalization).rawValue)
    case .maximumPool(let window), .averagePool(let window): window.write(&writer)
    case .channelMaximumPool(let channels): writer.member("channels", channels)
    case .channelSlice(let range):
      writer.member("range", [range.lowerBound, range.upperBound])
    case .addition(let addition):
      writer.member("weighted", !addition.weights.isEmpty)
      writer.member("existingScale", addition.existingScale)
      writer.member("addedScale", addition.addedScale)
      addition.activation.write(&writer)
    case .upsample(let factor, let scale):
      writer.member("factor", factor)
      writer.member("scale", scale)
    case .zeroStuffing(let stride, let extra):
      writer.member("stride", stride)
      writer.member("extra", extra)
    case .reordering(let reordering):
      let (rule, stride) = reordering.ruleAndStride
      writer.member("rule", rule.rawValue)
      writer.member("stride", stride)
    case .connected(let connected):
      writer.member("outputs", connected.outputs)
      connected.activation.write(&writer)
    case .softmax(let groups, let temperature):
      writer.member("groups", groups)
      writer.member("temperature", temperature)
    case .globalAveragePool, .concatenation, .multiplication, .identity: break
    }
  }
}

extension WindowGeometry {
  /// Writes kernel, stride, dilation and padding; rows before columns, padding clockwise from the top.
  fileprivate func write(_ writer: inout JSONWriter) {
    writer.member("kernel", [kernelHeight, kernelWidth])
    writer.member("stride", [strideY, strideX])
    writer.member("dilation", dilation)
    writer.member("padding", [paddingTop, paddingRight, paddingBottom, paddingLeft])
  }
}

extension Activation {
  /// Writes the word, and the slope where there is one; nothing for no activation.
  fileprivate func write(_ writer: inout JSONWriter) {
    guard self != .linear else { return }
    writer.member("activation", ActivationWord(self).rawValue)
    if case .leaky(let slope) = self { writer.member("slope", slope) }
  }
}
