import TensorKernels

/// Says a network in ONNX's operators, one or a few for each node.
///
/// Maps are `[1, channels, height, width]` there, so the rules of planar files hold as they are.
struct ONNXBuilder {
  /// What is built.
  var graph = ONNXGraph(name: "yolokit")
  /// The network.
  let network: Network
  /// The file that is written, for errors.
  let path: String
  /// The node that is being translated.
  private(set) var node = 0
  private var names: [String] = []

  /// Translates a network.
  ///
  /// - Parameters:
  ///   - network: The network, fused.
  ///   - outputs: What comes out.
  ///   - path: The file that is written, for errors.
  /// - Throws: ``ModelExportError/unsupported(file:layer:what:remedy:)``.
  init(
    _ network: Network, outputs: ONNXOutputs, path: String
  ) throws(ModelExportError) {
    self.network = network
    self.path = path
    graph.inputs = [ONNXGraph.Port(name: "images", shape: network.inputShape.planarSides)]
    for index in network.nodes.indices {
      node = index
      names.append(try translate(network.nodes[index]))
    }
    switch outputs {
    case .raw: addRawOutputs()
    case .decoded: try addDecodedOutput()
    }
  }

  /// The name of what a source holds.
  func name(of source: Network.Source) -> String {
    switch source {
    case .input: "images"
    case .node(let index): names[index]
    }
  }

  /// That ONNX has no words for something of the present node.
  func unsupported(_ what: String, _ remedy: String) -> ModelExportError {
    .unsupported(file: path, layer: network.nodes[node].layer, what: what, remedy: remedy)
  }

  /// The heads' raw numbers; for a network without heads what its last layer hands on.
  private mutating func addRawOutputs() {
    var sources = network.heads.map(\.source)
    if sources.isEmpty, let last = network.layers.last { sources = [last.output] }
    for (index, source) in sources.enumerated() {
      let output = graph.node("Identity", [name(of: source)], output: "output\(index)")
      graph.outputs.append(
        ONNXGraph.Port(name: output, shape: network.shape(of: source).planarSides))
    }
  }

  // MARK: - Nodes

  /// Translates one node.
  ///
  /// - Returns: The name of its output.
  private mutating func translate(_ node: Network.Node) throws(ModelExportError) -> String {
    let inputs = node.inputs.map { name(of: $0) }
    let shapes = node.inputs.map { network.shape(of: $0) }
    let output = node.outputShape
    switch node.operation {
    case .identity: return inputs[0]
    case .convolution(let convolution):
      return activated(self.convolution(convolution, inputs[0]), convolution.activation)
    case .batchNormalization(let normalization):
      return self.normalization(normalization, inputs[0])
    case .activation(let activation): return activated(inputs[0], activation)
    case .channelNormalization(let normalization):
      return normalizedChannels(inputs[0], normalization)
    case .maximumPool(let window): return maximumPool(window, inputs[0])
    case .averagePool(let window): return try averagePool(window, inputs[0])
    case .globalAveragePool: return graph.node("GlobalAveragePool", [inputs[0]])
    case .channelMaximumPool(let channels):
      return channelMaximumPool(inputs[0], shapes[0], channels: channels)
    case .concatenation: return graph.node("Concat", inputs, [("axis", .integer(1))])
    case .channelSlice(let range): return slice(inputs[0], axis: 1, range)
    case .addition(let addition): return self.addition(addition, inputs, shapes)
    case .multiplication: return graph.node("Mul", inputs)
    case .upsample(let factor, let scale):
      return scaled(repeated(inputs[0], factor: factor), by: scale)
    case .zeroStuffing(let stride, let extra):
      return zeroStuffed(inputs[0], shapes[0], stride: stride, extra: extra)
    case .reordering(let reordering):
      return reordered(inputs[0], reordering, shapes[0], output)
    case .connected(let connected):
      return activated(self.connected(connected, inputs[0], shapes[0]), connected.activation)
    case .softmax(let groups, let temperature):
      return softmax(inputs[0], shapes[0], groups: groups, temperature: temperature)
    }
  }

  private var tensorNames: TensorNames {
    TensorNames(node: node, layer: network.nodes[node].layer)
  }

  private mutating func convolution(_ convolution: Convolution, _ input: String) -> String {
    let window = convolution.window
    let weight = graph.constant(
      tensorNames("weight"),
      [convolution.filters, convolution.channels, window.kernelHeight, window.kernelWidth],
      .learned(
        convolution.weights, outputs: convolution.filters, positions: window.area,
        channels: convolution.channels))
    let bias = graph.constant(
      tensorNames("bias"), [convolution.filters],
      .learned(convolution.bias, outputs: convolution.filters, positions: 1, channels: 1))
    return graph.node(
      "Conv", [input, weight, bias],
      window.attributes + [
        ("group", .integer(convolution.groups)),
        ("dilations", .integers([window.dilation, window.dilation])),
      ])
  }

  private mutating func normalization(
    _ normalization: BatchNormalization, _ input: String
  ) -> String {
    let pairs = normalization.mean.indices.map { normalization.factorAndShift($0) }
    let shape = [1, pairs.count, 1, 1]
    let factor = graph.constant(
      tensorNames("factor"), shape, .floats(pairs.map { Float($0.factor) }))
    let shift = graph.constant(tensorNames("shift"), shape, .floats(pairs.map { Float($0.shift) }))
    return graph.node("Add", [graph.node("Mul", [input, factor]), shift])
  }

  private mutating func connected(
    _ connected: Connected, _ input: String, _ shape: FeatureShape
  ) -> String {
    let weight = graph.constant(
      tensorNames("weight"), [connected.outputs, shape.count],
      .learned(
        connected.weights, outputs: connected.outputs, positions: shape.pixels,
        channels: shape.channels))
    let bias = graph.constant(
      tensorNames("bias"), [connected.outputs],
      .learned(connected.bias, outputs: connected.outputs, positions: 1, channels: 1))
    let row = reshaped(input, [1, shape.count])
    let product = graph.node("Gemm", [row, weight, bias], [("transB", .integer(1))])
    return reshaped(product, [1, connected.outputs, 1, 1])
  }

  /// Softmax over all numbers, or over groups of channels where there is one pixel.
  private mutating func softmax(
    _ input: String, _ shape: FeatureShape, groups: Int, temperature: Float
  ) -> String {
    var rows = reshaped(input, [groups, shape.count / groups])
    if temperature != 1 { rows = graph.node("Div", [rows, graph.scalar(temperature)]) }
    return reshaped(
      graph.node("Softmax", [rows], [("axis", .integer(1))]), shape.planarSides)
  }
}

extension FeatureShape {
  /// As ONNX has it: one picture, then channels, rows and columns.
  var planarSides: [Int] { [1, channels, height, width] }
}

extension WindowGeometry {
  /// Window, stride and padding as attributes of a convolution or pool.
  var attributes: [(String, ONNXGraph.Attribute)] {
    [
      ("kernel_shape", .integers([kernelHeight, kernelWidth])),
      ("strides", .integers([strideY, strideX])),
      ("pads", .integers([paddingTop, paddingLeft, paddingBottom, paddingRight])),
    ]
  }
}
