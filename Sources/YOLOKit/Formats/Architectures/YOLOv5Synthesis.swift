import TensorKernels

/// Builds one of YOLOv5's networks with weights made from a seed.
///
/// Nodes and layers are those that ``YOLOv5Builder`` makes of a checkpoint of the same variant. Each
/// Conv takes its numbers in the order shift, scale, mean, variance, filters, the filters as
/// `[filters, rows, columns, channels]`; each convolution of the head takes biases, then filters.
struct YOLOv5Synthesis {
  /// What is built.
  private(set) var network: Network
  /// Numbers that training learns, batch normalisations' statistics included.
  private(set) var parameterCount = 0
  /// Numbers that training changes by gradients: without those statistics, as upstream counts.
  private(set) var trainableCount = 0
  private let variant: YOLOv5Variant
  private let classCount: Int
  private var weights: SyntheticWeights
  private var outputs: [Network.Source] = []
  private var layerStart = 0

  /// YOLOv5's own, beside PyTorch's default of 0.00001.
  private static let epsilon: Float = 0.001

  /// Builds a network.
  ///
  /// - Parameters:
  ///   - variant: Which one.
  ///   - classCount: How many classes it tells apart; at least 1.
  ///   - inputSize: Width and height of the input, in pixels: multiples of the variant's stride.
  ///   - weights: Where the numbers come from.
  /// - Throws: ``ModelFormatError``, where a map would be too large.
  init(
    _ variant: YOLOv5Variant, classCount: Int, inputSize: (width: Int, height: Int),
    weights: SyntheticWeights
  ) throws(ModelFormatError) {
    self.variant = variant
    self.classCount = classCount
    self.weights = weights
    network = Network(
      inputShape: FeatureShape(height: inputSize.height, width: inputSize.width, channels: 3))
    let plan = YOLOv5Plan(variant)
    for layer in plan.layers { try append(layer) }
    for (index, input) in plan.headInputs.enumerated() {
      try appendHead(outputs[input], plan.anchors[index])
    }
  }

  /// Hands over what was built; the builder's own references to its weights end here.
  consuming func takeNetwork() -> Network { network }

  // MARK: - Layers

  private var layer: Int { network.layers.count }

  /// A number of channels after the width, a multiple of 8.
  private func wide(_ channels: Int) -> Int {
    Int((Double(channels) * variant.width / 8).rounded(.up)) * 8
  }

  /// A number of repeats after the depth.
  private func deep(_ repeats: Int) -> Int {
    max(Int((Double(repeats) * variant.depth).rounded(.toNearestOrEven)), 1)
  }

  private mutating func append(_ planned: YOLOv5Plan.Layer) throws(ModelFormatError) {
    let before = (parameterCount, network.nodes.count)
    let input = outputs.last ?? .input
    var inputs = [input]
    let output: Network.Source
    var (kind, settings) = ("", "")
    switch planned {
    case .convolution(let channels, let kernel, let stride, let padding):
      kind = "Conv"
      output = try convolution(
        input, wide(channels), kernel: kernel, stride: stride, padding: padding)
    case .c3(let channels, let repeats, let shortcut):
      kind = "C3"
      let count = deep(repeats)
      settings = "\(count) bottleneck\(count == 1 ? "" : "s")"
      output = try c3(input, wide(channels), repeats: count, shortcut: shortcut)
    case .pyramid(let channels):
      kind = "SPPF"
      output = try pyramid(input, wide(channels))
    case .upsample:
      kind = "Upsample"
      output = try append(.upsample(factor: 2, scale: 1), [input])
    case .join(let other):
      kind = "Concat"
      inputs.append(outputs[other])
      output = try append(.concatenation, inputs)
    }
    outputs.append(output)
    finish(output, kind, settings, inputs, before)
  }

  /// Records a layer whose nodes are there.
  private mutating func finish(
    _ output: Network.Source, _ kind: String, _ settings: String, _ inputs: [Network.Source],
    _ before: (parameters: Int, nodes: Int)
  ) {
    let operations = network.nodes[before.nodes...].reduce(0) { sum, node in
      guard case .convolution(let convolution) = node.operation else { return sum }
      return sum + 2 * node.outputShape.pixels * convolution.weights.count
    }
    network.layers.append(
      Network.Layer(
        output: output,
        summary: LayerSummary(
          index: layer, kind: kind, settings: settings,
          inputs: inputs.map { source in
            guard case .node(let index) = source else { return -1 }
            return network.nodes[index].layer
          }, outputShape: network.shape(of: output),
          parameterCount: parameterCount - before.parameters,
          floatingPointOperations: operations)))
  }

  private mutating func appendHead(
    _ input: Network.Source, _ sizes: [Float]
  ) throws(ModelFormatError) {
    let before = (parameterCount, network.nodes.count)
    let anchors = stride(from: 0, to: sizes.count, by: 2).map {
      Anchor(width: sizes[$0], height: sizes[$0 + 1])
    }
    let filters = anchors.count * (5 + classCount)
    let channels = network.shape(of: input).channels
    let bias = try numbers(.biases, filters)
    let weight = try numbers(.weights, filters * channels, fanIn: channels)
    trainableCount += filters + filters * channels
    let head = layer
    let output = try append(
      .convolution(
        Convolution(
          window: WindowGeometry(kernelHeight: 1, kernelWidth: 1), groups: 1, filters: filters,
          channels: channels, weights: WeightTensor(weight), bias: WeightTensor(bias))), [input])
    let step = network.inputShape.width / network.shape(of: output).width
    finish(
      output, "Detect", "\(classCount) classes, \(anchors.count) anchors, stride \(step)", [input],
      before)
    network.heads.append(
      Head(
        source: output, layer: head, classCount: classCount,
        kind: .yolo(YOLOHead(anchors: anchors, scaleXY: 2, sizes: .squared))))
  }

  // MARK: - Blocks

  /// Conv: convolution, batch normalisation, SiLU; padded so that a stride of 1 keeps the size.
  private mutating func convolution(
    _ input: Network.Source, _ filters: Int, kernel: Int = 1, stride: Int = 1,
    padding: Int? = nil
  ) throws(ModelFormatError) -> Network.Source {
    let channels = network.shape(of: input).channels
    let perFilter = kernel * kernel * channels
    let shift = try array(.biases, filters)
    let scale = try array(.scales, filters)
    let mean = try array(.mean, filters)
    let variance = try array(.variance, filters)
    let weight = try numbers(.weights, filters * perFilter, fanIn: perFilter)
    trainableCount += 2 * filters + filters * perFilter
    let window = WindowGeometry(
      kernelHeight: kernel, kernelWidth: kernel, strideY: stride, strideX: stride,
      paddingTop: padding ?? kernel / 2, paddingLeft: padding ?? kernel / 2)
    let convolved = try append(
      .convolution(
        Convolution(
          window: window, groups: 1, filters: filters, channels: channels,
          weights: WeightTensor(weight), bias: WeightTensor(zeros: filters))), [input])
    let normalized = try append(
      .batchNormalization(
        BatchNormalization(
          mean: mean, variance: variance, scale: scale, bias: shift,
          epsilon: .underRoot(Self.epsilon))), [convolved])
    return try append(.activation(.swish), [normalized])
  }

  /// C3: `cv3([m(cv1(x)), cv2(x)])`.
  private mutating func c3(
    _ input: Network.Source, _ channels: Int, repeats: Int, shortcut: Bool
  ) throws(ModelFormatError) -> Network.Source {
    let hidden = channels / 2
    var left = try convolution(input, hidden)
    for _ in 0..<repeats {
      let inner = try convolution(try convolution(left, hidden), hidden, kernel: 3)
      left = shortcut ? try append(.addition(Addition()), [left, inner]) : inner
    }
    let right = try convolution(input, hidden)
    return try convolution(try append(.concatenation, [left, right]), channels)
  }

  /// SPPF: `cv2([x, p(x), p(p(x)), p(p(p(x)))])` with `x = cv1(input)`.
  private mutating func pyramid(
    _ input: Network.Source, _ channels: Int
  ) throws(ModelFormatError) -> Network.Source {
    let window = WindowGeometry(
      kernelHeight: 5, kernelWidth: 5, paddingTop: 2, paddingLeft: 2)
    var parts = [try convolution(input, network.shape(of: input).channels / 2)]
    for index in 0..<3 { parts.append(try append(.maximumPool(window), [parts[index]])) }
    return try convolution(try append(.concatenation, parts), channels)
  }

  // MARK: - Nodes and numbers

  private mutating func append(
    _ operation: Operation, _ inputs: [Network.Source]
  ) throws(ModelFormatError) -> Network.Source {
    guard let shape = operation.outputShape(inputs.map { network.shape(of: $0) }),
      DarknetBuilder.isAllowed(shape)
    else {
      throw .module(
        file: variant.rawValue, path: "layer \(layer)",
        found: "an input of \(network.inputShape)",
        expected: "maps of at most \(DarknetBuilder.countLimit) numbers; use a smaller input")
    }
    return network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }

  private mutating func numbers(
    _ kind: ParameterKind, _ count: Int, fanIn: Int = 0
  ) throws(ModelFormatError) -> FloatStorage {
    let storage = FloatStorage(zeros: count)
    var failure: ModelFormatError?
    storage.withMutableSpan { span in
      do throws(ModelFormatError) {
        try weights.fill(&span, kind: kind, fanIn: fanIn, layer: layer)
      } catch { failure = error }
    }
    if let failure { throw failure }
    parameterCount += count
    return storage
  }

  private mutating func array(
    _ kind: ParameterKind, _ count: Int
  ) throws(ModelFormatError) -> [Float] {
    try numbers(kind, count).array(0..<count)
  }
}
