import TensorKernels

/// Rebuilds a network from a converted model; nothing of the file is taken on trust.
///
/// Shapes are inferred anew, every number has a range, every tensor belongs to just one node.
struct GraphReader {
  typealias Field = JSONField<ModelFormatError>

  /// What is built.
  private(set) var network: Network
  /// How inputs are made and outputs read.
  let conventions: InputConventions
  /// Numbers that training learned.
  let parameterCount: Int
  /// The bytes of all tensors.
  let tensorBytes: Int
  private var tensors: [String: ConvertedModelFile.Tensor]
  private var derivedCount = 0
  private let path: String

  /// Builds the network of a file.
  ///
  /// - Throws: ``ModelFormatError``.
  init(_ file: consuming ConvertedModelFile) throws(ModelFormatError) {
    path = file.path
    guard let text = file.metadata["graph"] else {
      throw .convertedModel(
        file: file.path, place: "__metadata__", found: "no graph", expected: "one")
    }
    var reader = JSONReader<ModelFormatError>(Array(text.utf8), file: file.path)
    let graph = Field(value: try reader.readTree(depth: 8), place: "graph", file: file.path)
    try reader.finish()
    tensors = file.tensors
    tensorBytes = tensors.values.reduce(0) { $0 + 4 * $1.storage.count }
    _ = consume file
    network = Network(inputShape: try Self.inputShape(try graph.member("input")))
    parameterCount = try graph.member("parameters").integer(in: 0...Int.max)
    conventions = try Self.conventions(try graph.member("conventions"))
    let nodes = try graph.member("nodes").list(count: 1...DarknetBuilder.nodeLimit)
    let layers = try graph.member("layers").list(count: 1...DarknetBuilder.nodeLimit)
    for node in nodes { try append(node: node, layerCount: layers.count) }
    for (index, layer) in layers.enumerated() { try append(layer: layer, index: index) }
    for head in try graph.member("heads").list(count: 0...1000) { try append(head: head) }
    if let name = tensors.keys.min() {
      throw .convertedModel(
        file: path, place: "tensor \(shortened(name))", found: "no node that uses it",
        expected: "tensors of the graph's nodes only")
    }
  }

  /// Hands over what was built; the reader's own references to its weights end here.
  consuming func takeNetwork() -> Network { network }

  // MARK: - The whole

  private static func inputShape(_ field: Field) throws(ModelFormatError) -> FeatureShape {
    let sides = try field.integers(in: 1...65_536, count: 3...3)
    let shape = FeatureShape(height: sides[0], width: sides[1], channels: sides[2])
    guard shape.channels == 1 || shape.channels == 3, DarknetBuilder.isAllowed(shape) else {
      throw field.failure("height, width and 1 or 3 channels")
    }
    return shape
  }

  private static func conventions(_ field: Field) throws(ModelFormatError) -> InputConventions {
    InputConventions(
      resampling: try field.member("resampling").word(InputConventions.Resampling.self),
      fill: try field.member("fill").number(in: 0...1),
      resizePolicy: try field.member("resize").word(ResizePolicy.self),
      sizeMultiple: try field.optional("sizeMultiple").map { field throws(ModelFormatError) in
        try field.integer(in: 1...65_536)
      },
      scoreThreshold: try field.member("threshold").number(in: 0...1),
      isMultiLabel: try field.member("multiLabel").truth())
  }

  private func source(
    _ number: Int, before end: Int, _ field: Field
  ) throws(ModelFormatError) -> Network.Source {
    guard number < end else { throw field.failure("-1 or the number of a node before \(end)") }
    return number < 0 ? .input : .node(number)
  }

  private mutating func append(node field: Field, layerCount: Int) throws(ModelFormatError) {
    let index = network.nodes.count
    let list = try field.member("inputs")
    let numbers = try list.integers(
      in: -1...DarknetBuilder.nodeLimit, count: 1...DarknetBuilder.nodeLimit)
    let inputs = try numbers.map { number throws(ModelFormatError) in
      try source(number, before: index, list)
    }
    let layer = try field.member("layer").integer(in: 0...layerCount - 1)
    let shapes = inputs.map { network.shape(of: $0) }
    let kind = try field.member("operation").word(OperationKind.self)
    let names = TensorNames(node: index, layer: layer)
    let operation = try self.operation(kind, field, shapes, names)
    guard let shape = operation.outputShape(shapes), DarknetBuilder.isAllowed(shape) else {
      throw field.failure(
        "an operation that fits its inputs of "
          + shapes.prefix(4).map(\.description).joined(separator: " and "))
    }
    try check(operation, inputs, shapes, shape, field)
    _ = network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }

  private mutating func append(layer field: Field, index: Int) throws(ModelFormatError) {
    let output = try field.member("output")
    let source = try source(
      try output.integer(in: -1...DarknetBuilder.nodeLimit), before: network.nodes.count, output)
    let counts = 0...Int.max
    network.layers.append(
      Network.Layer(
        output: source,
        summary: LayerSummary(
          index: index, kind: try field.member("kind").text(),
          settings: try field.member("settings").text(),
          inputs: try field.member("inputs").integers(
            in: -1...DarknetBuilder.nodeLimit, count: 0...DarknetBuilder.nodeLimit),
          outputShape: network.shape(of: source),
          parameterCount: try field.member("parameters").integer(in: counts),
          floatingPointOperations: try field.member("operations").integer(in: counts))))
  }

  private mutating func append(head field: Field) throws(ModelFormatError) {
    let place = try field.member("source")
    let source = try source(
      try place.integer(in: -1...DarknetBuilder.nodeLimit), before: network.nodes.count, place)
    guard !isView(source) else { throw place.failure("a node that is no part of another one") }
    let head = Head(
      source: source, layer: try field.member("layer").integer(in: 0...network.layers.count - 1),
      classCount: try field.member("classes").integer(in: 1...100_000),
      kind: try HeadField(field).kind)
    guard head.fits(network.shape(of: source)) else {
      throw field.failure("settings that fit its source of \(network.shape(of: source))")
    }
    network.heads.append(head)
  }

  // MARK: - Nodes

  /// An operation with its tensors.
  private mutating func operation(
    _ kind: OperationKind, _ field: Field, _ inputs: [FeatureShape], _ names: TensorNames
  ) throws(ModelFormatError) -> Operation {
    let factors: ClosedRange<Float> = -3e38...3e38
    switch kind {
    case .identity: return .identity
    case .globalAveragePool: return .globalAveragePool
    case .concatenation: return .concatenation
    case .multiplication: return .multiplication
    case .convolution: return .convolution(try convolution(field, names))
    case .connected: return .connected(try connected(field, inputs[0], names))
    case .batchNormalization:
      return .batchNormalization(try normalization(field, inputs[0].channels, names))
    case .addition: return .addition(try addition(field, inputs, names))
    case .activation: return .activation(try Self.activation(field))
    case .channelNormalization:
      let word = try field.member("rule").word(ChannelNormalizationWord.self)
      return .channelNormalization(word.normalization)
    case .maximumPool: return .maximumPool(try window(field))
    case .averagePool: return .averagePool(try window(field))
    case .channelMaximumPool:
      return .channelMaximumPool(
        channels: try field.member("channels").integer(in: 1...inputs[0].channels))
    case .channelSlice:
      let range = try field.member("range")
      let ends = try range.integers(in: 0...inputs[0].channels, count: 2...2)
      guard ends[0] < ends[1] else { throw range.failure("a range that is not empty") }
      return .channelSlice(ends[0]..<ends[1])
    case .upsample:
      return .upsample(
        factor: try field.member("factor").integer(in: 1...1024),
        scale: try field.member("scale").number(in: factors))
    case .zeroStuffing:
      return .zeroStuffing(
        stride: try field.member("stride").integer(in: 1...1024),
        extra: try field.member("extra").integer(in: 0...1024))
    case .reordering:
      let rule = try field.member("rule").word(ReorderingRule.self)
      return .reordering(
        rule.reordering(stride: try field.member("stride").integer(in: 1...256)))
    case .softmax:
      return .softmax(
        groups: try field.member("groups").integer(in: 1...1_000_000),
        temperature: try field.member("temperature").number(in: 1e-6...1e6))
    }
  }

  /// What the shapes alone do not tell.
  private mutating func check(
    _ operation: Operation, _ inputs: [Network.Source], _ shapes: [FeatureShape],
    _ output: FeatureShape, _ field: Field
  ) throws(ModelFormatError) {
    switch operation {
    case .softmax(let groups, _):
      guard shapes[0].count % groups == 0, groups == 1 || shapes[0].pixels == 1 else {
        throw field.failure("groups that divide the input of \(shapes[0])")
      }
    case .reordering:
      guard let sum = CheckedArithmetic.sum(derivedCount, output.count),
        sum <= DarknetBuilder.derivedLimit
      else {
        throw field.failure(
          "tables of at most \(DarknetBuilder.derivedLimit) numbers for all reorderings")
      }
      derivedCount = sum
    case .connected: break
    default: return
    }
    // These read their input as one piece.
    guard !isView(inputs[0]) else {
      throw field.failure("an input that is no part of another map's channels")
    }
  }

  /// Whether a source is a range of another map's channels.
  private func isView(_ source: Network.Source) -> Bool {
    guard case .node(let index) = network.origin(of: source),
      case .channelSlice = network.nodes[index].operation
    else { return false }
    return true
  }

  private func window(_ field: Field) throws(ModelFormatError) -> WindowGeometry {
    let kernel = try field.member("kernel").integers(in: 1...16_384, count: 2...2)
    let stride = try field.member("stride").integers(in: 1...16_384, count: 2...2)
    let padding = try field.member("padding").integers(in: 0...1 << 24, count: 4...4)
    return WindowGeometry(
      kernelHeight: kernel[0], kernelWidth: kernel[1], strideY: stride[0], strideX: stride[1],
      dilation: try field.member("dilation").integer(in: 1...1024), paddingTop: padding[0],
      paddingLeft: padding[3], paddingBottom: padding[2], paddingRight: padding[1])
  }

  private static func activation(_ field: Field) throws(ModelFormatError) -> Activation {
    guard let word = try field.optional("activation") else { return .linear }
    let activation = try word.word(ActivationWord.self)
    guard activation == .leaky else { return activation.activation(slope: 0) }
    return .leaky(slope: try field.member("slope").number(in: -3e38...3e38))
  }

  private mutating func convolution(
    _ field: Field, _ names: TensorNames
  ) throws(ModelFormatError) -> Convolution {
    let window = try window(field)
    let sizes = 1...1_000_000
    let groups = try field.member("groups").integer(in: sizes)
    let filters = try field.member("filters").integer(in: sizes)
    let channels = try field.member("channels").integer(in: sizes)
    guard filters % groups == 0 else { throw field.failure("groups that divide the filters") }
    return Convolution(
      window: window, groups: groups, filters: filters, channels: channels,
      weights: try take(
        names("weight"), [filters, window.kernelHeight, window.kernelWidth, channels]),
      bias: try take(names("bias"), [filters]), activation: try Self.activation(field))
  }

  private mutating func connected(
    _ field: Field, _ input: FeatureShape, _ names: TensorNames
  ) throws(ModelFormatError) -> Connected {
    let outputs = try field.member("outputs").integer(in: 1...10_000_000)
    return Connected(
      outputs: outputs, weights: try take(names("weight"), [outputs] + input.sides),
      bias: try take(names("bias"), [outputs]), activation: try Self.activation(field))
  }

  private mutating func normalization(
    _ field: Field, _ channels: Int, _ names: TensorNames
  ) throws(ModelFormatError) -> BatchNormalization {
    let epsilon: BatchNormalization.Epsilon
    if let number = try field.optional("epsilonUnderRoot") {
      epsilon = .underRoot(try number.number(in: 0...1))
    } else {
      epsilon = .besideRoot(try field.member("epsilonBesideRoot").number(in: 0...1))
    }
    let normalization = BatchNormalization(
      mean: try takeArray(names("mean"), channels),
      variance: try takeArray(names("variance"), channels),
      scale: try takeArray(names("scale"), channels),
      bias: try takeArray(names("bias"), channels), epsilon: epsilon)
    guard normalization.variance.allSatisfy({ $0 >= 0 }) else {
      throw field.failure("variances of 0 or more")
    }
    return normalization
  }

  private mutating func addition(
    _ field: Field, _ inputs: [FeatureShape], _ names: TensorNames
  ) throws(ModelFormatError) -> Addition {
    var addition = Addition()
    if try field.member("weighted").truth() {
      for index in inputs.indices {
        addition.weights.append(try take(names("weight.\(index)"), [inputs[0].channels]))
      }
    }
    addition.existingScale = try field.member("existingScale").number(in: -3e38...3e38)
    addition.addedScale = try field.member("addedScale").number(in: -3e38...3e38)
    addition.activation = try Self.activation(field)
    return addition
  }

  // MARK: - Tensors

  /// A tensor of a given shape, which nobody else can take then.
  private mutating func take(
    _ name: String, _ shape: [Int]
  ) throws(ModelFormatError) -> WeightTensor {
    guard let tensor = tensors.removeValue(forKey: name) else {
      throw .convertedModel(
        file: path, place: "tensor \(name)", found: "none", expected: "one of shape \(shape)")
    }
    guard tensor.shape == shape else {
      throw .convertedModel(
        file: path, place: "tensor \(name)", found: "shape \(shortened("\(tensor.shape)"))",
        expected: "\(shape)")
    }
    return WeightTensor(tensor.storage)
  }

  private mutating func takeArray(
    _ name: String, _ count: Int
  ) throws(ModelFormatError) -> [Float] {
    let tensor = try take(name, [count])
    return tensor.storage.array(0..<count)
  }
}
