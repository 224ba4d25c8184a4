import TensorKernels

/// Pools and normalisations over channels.
extension ONNXBuilder {
  /// The largest in a window; cells outside the map do not count.
  mutating func maximumPool(_ window: WindowGeometry, _ input: String) -> String {
    var (window, input) = (window, input)
    if !window.paddingIsSmall {
      // Runtimes refuse a padding as wide as the window, so it is done before.
      input = padded(
        input, begin: [0, 0, window.paddingTop, window.paddingLeft],
        end: [0, 0, window.paddingBottom, window.paddingRight],
        value: -Float.greatestFiniteMagnitude)
      (window.paddingTop, window.paddingLeft) = (0, 0)
      (window.paddingBottom, window.paddingRight) = (0, 0)
    }
    return graph.node(
      "MaxPool", [input],
      window.attributes + [("dilations", .integers([window.dilation, window.dilation]))])
  }

  /// The mean of the cells in a window that lie inside the map.
  mutating func averagePool(
    _ window: WindowGeometry, _ input: String
  ) throws(ModelExportError) -> String {
    guard window.paddingIsSmall, window.dilation == 1 else {
      throw unsupported(
        "an average pool with a padding as wide as its window, or with holes",
        "Use a smaller padding.")
    }
    return graph.node(
      "AveragePool", [input], window.attributes + [("count_include_pad", .integer(0))])
  }

  /// The largest of every n-th channel: output `g` is that of `g`, `g + channels` and so on.
  mutating func channelMaximumPool(
    _ input: String, _ shape: FeatureShape, channels: Int
  ) -> String {
    let groups = (shape.channels + channels - 1) / channels
    let missing = groups * channels - shape.channels
    let whole =
      missing == 0
      ? input
      : padded(
        input, begin: [0, 0, 0, 0], end: [0, missing, 0, 0], value: -Float.greatestFiniteMagnitude)
    let split = reshaped(whole, [1, groups, channels, shape.height, shape.width])
    return graph.node(
      "ReduceMax", [split], [("axes", .integers([1])), ("keepdims", .integer(0))])
  }

  /// The channels of each pixel over something that they share.
  mutating func normalizedChannels(
    _ input: String, _ normalization: ChannelNormalization
  ) -> String {
    var input = input
    let overChannels: [(String, ONNXGraph.Attribute)] = [("axes", .integers([1]))]
    switch normalization {
    case .euclidean:
      return graph.node("Div", [input, graph.node("ReduceL2", [input], overChannels)])
    case .positive: input = graph.node("Relu", [input])
    case .softmax: input = graph.node("Exp", [input])
    case .softmaxOfDifference:
      let largest = graph.node("ReduceMax", [input], overChannels)
      input = graph.node("Exp", [graph.node("Sub", [input, largest])])
    }
    let sum = graph.node("ReduceSum", [input, graph.integers([1])])
    return graph.node("Div", [input, graph.node("Add", [sum, graph.scalar(0.0001)])])
  }
}

extension WindowGeometry {
  /// Whether each side's padding is smaller than the window.
  fileprivate var paddingIsSmall: Bool {
    max(paddingTop, paddingBottom) < kernelHeight && max(paddingLeft, paddingRight) < kernelWidth
  }
}
