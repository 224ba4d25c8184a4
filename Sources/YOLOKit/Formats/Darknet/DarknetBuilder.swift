import TensorKernels

/// Builds a ``Network`` from a `.cfg`: one layer after the other, shapes first, then its numbers.
///
/// Run without a ``ParameterSource`` it only infers shapes and counts numbers, which tells how long
/// the weights file has to be before any memory is taken for it.
struct DarknetBuilder {
  /// What is built.
  var network: Network
  /// What was odd about the cfg.
  var warnings: [String]
  /// Learned numbers so far.
  var parameterCount = 0
  /// For each layer with numbers, how many there are up to its end.
  var layerEnds: [(layer: String, end: Int)] = []
  /// What the cfg's `letter_box` says; nil where it says nothing.
  let letterBox: Bool?
  /// The program whose arithmetic is followed.
  let dialect: DarknetDialect
  var source: (any ParameterSource)?
  /// What each convolution learned, before anything was folded in, for `share_index`.
  var convolutions: [Int: (convolution: Convolution, normalization: BatchNormalization?)] = [:]

  /// The layer that is being built, from 0.
  var layer = 0
  /// Its operations for one picture.
  var operations = 0
  /// Its settings for a person.
  var settings = ""

  /// The most numbers that a layer may hand on, or a network learn: 2 thousand million, 8 GiB.
  static let countLimit = 1 << 31

  /// Builds a network.
  ///
  /// - Parameters:
  ///   - file: The cfg.
  ///   - dialect: The program whose arithmetic is followed.
  ///   - inputSize: Width and height of the input instead of the cfg's own.
  ///   - source: Where the learned numbers come from; nil to infer shapes only.
  /// - Throws: ``ModelFormatError``.
  init(
    _ file: ConfigurationFile, dialect: DarknetDialect, inputSize: (width: Int, height: Int)?,
    source: (any ParameterSource)?
  ) throws(ModelFormatError) {
    self.dialect = dialect.resolved(for: file)
    self.source = source
    warnings = file.warnings
    var net = SectionReader(file.sections[0], path: file.path, layer: nil)
    guard ["net", "network"].contains(net.section.name) else {
      throw .syntax(
        net.place(), found: "[\(shortened(net.section.name))]",
        expected: "the first section to be [net]")
    }
    let sides = 1...65_536
    let width = try net.integer("width", default: inputSize?.width, in: sides)
    let height = try net.integer("height", default: inputSize?.height, in: sides)
    let channels = try net.integer("channels", default: 3, in: 1...4096)
    guard channels == 1 || channels == 3 else {
      throw net.invalid("channels", expected: "1 (grey) or 3 (colour)")
    }
    letterBox = net.has("letter_box") ? try net.flag("letter_box") : nil
    network = Network(
      inputShape: FeatureShape(
        height: inputSize?.height ?? height, width: inputSize?.width ?? width, channels: channels))
    noteUnused(net)
    guard file.sections.count > 1 else {
      throw .syntax(net.place(), found: "no layer after [net]", expected: "at least one layer")
    }
    for section in file.sections.dropFirst() {
      var reader = SectionReader(section, path: file.path, layer: layer)
      try build(&reader)
      layer += 1
    }
    if network.heads.isEmpty {
      warnings.append(
        "\(file.path): no [yolo], [region] or other detection layer; nothing can be detected")
    }
  }

  /// Builds one layer by its section's name.
  private mutating func build(_ section: inout SectionReader) throws(ModelFormatError) {
    (operations, settings) = (0, "")
    let parametersBefore = parameterCount
    let output: Network.Source
    var inputs = [previous]
    switch section.section.name {
    case "convolutional", "conv": output = try convolutional(&section)
    case "maxpool", "max": output = try maxpool(&section)
    case "local_avgpool", "local_avg": output = try localAveragePool(&section)
    case "avgpool", "avg": output = averagePool()
    case "route": (output, inputs) = try route(&section)
    case "shortcut": (output, inputs) = try shortcut(&section)
    case "scale_channels": (output, inputs) = try scaleChannels(&section)
    case "sam": (output, inputs) = try spatialAttention(&section)
    case "upsample": output = try upsample(&section)
    case "reorg": output = try reorg(&section)
    case "reorg3d": output = try reorg3D(&section)
    case "connected", "conn": output = try connected(&section)
    case "softmax", "soft": output = try softmax(&section)
    case "batchnorm": output = try batchNormalization(&section)
    case "activation", "logistic": output = try activationLayer(&section)
    case "dropout", "empty", "silence": output = identity()
    case "yolo", "Gaussian_yolo": output = try yolo(&section)
    case "region": output = try region(&section)
    case "detection": output = try detection(&section)
    default: throw unknownSection(section)
    }
    let shape = network.shape(of: output)
    guard let count = CheckedArithmetic.product(shape.height, shape.width, shape.channels),
      count <= Self.countLimit
    else {
      throw .invalidValue(
        section.place(), key: "output", found: "\(shape)",
        expected: "a layer of at most \(Self.countLimit) numbers")
    }
    let learned = parameterCount - parametersBefore
    if learned > 0 { layerEnds.append(("\(layer) [\(section.section.name)]", parameterCount)) }
    network.layers.append(
      Network.Layer(
        output: output,
        summary: LayerSummary(
          index: layer, kind: section.section.name, settings: settings,
          inputs: inputs.map { layerIndex(of: $0) }, outputShape: shape, parameterCount: learned,
          floatingPointOperations: operations)))
    noteUnused(section)
  }

  private func unknownSection(_ section: SectionReader) -> ModelFormatError {
    let name = section.section.name
    let near = NearestWords.find(name, in: Self.sections, limit: 1).first
    return .unsupported(
      section.place(), what: "the layer type [\(shortened(name))]",
      remedy: near.map { "Did you mean [\($0)]?" }
        ?? "Supported are \(Self.sections.map { "[\($0)]" }.joined(separator: " ")).")
  }

  /// The layer types that can be built.
  static let sections = [
    "convolutional", "maxpool", "avgpool", "local_avgpool", "route", "shortcut", "upsample",
    "reorg", "reorg3d", "scale_channels", "sam", "connected", "softmax", "batchnorm", "activation",
    "dropout", "empty", "yolo", "Gaussian_yolo", "region", "detection",
  ]

  private mutating func noteUnused(_ section: SectionReader) {
    for (key, line, suggestion) in section.unused() {
      warnings.append(
        "\(section.path):\(line): [\(section.section.name)] has no option \(shortened(key)), ignored"
          + (suggestion.map { "; did you mean \($0)?" } ?? ""))
    }
  }
}

// MARK: - What the layer functions share

extension DarknetBuilder {
  /// The output of the layer before; for the first layer the network's input.
  var previous: Network.Source { network.layers.last?.output ?? .input }

  /// The shape of the output of the layer before.
  var previousShape: FeatureShape { network.shape(of: previous) }

  /// Adds a node to the layer that is being built.
  mutating func append(
    _ operation: Operation, _ inputs: [Network.Source], _ shape: FeatureShape
  ) -> Network.Source {
    network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }

  /// Hands on the layer before under this layer's number.
  mutating func identity() -> Network.Source {
    append(.identity, [previous], previousShape)
  }

  /// Reads the next learned numbers; none where only shapes are wanted.
  mutating func parameters(
    _ kind: ParameterKind, _ count: Int, fanIn: Int = 0
  ) throws(ModelFormatError) -> WeightTensor {
    try self.count(parameters: count)
    guard source != nil else { return WeightTensor(zeros: 0) }
    let storage = FloatStorage(zeros: count)
    try fill(storage, kind, fanIn: fanIn)
    return WeightTensor(storage)
  }

  /// Reads the next numbers into a storage.
  mutating func fill(
    _ storage: FloatStorage, _ kind: ParameterKind, fanIn: Int
  ) throws(ModelFormatError) {
    let layer = layer
    var failure: ModelFormatError?
    storage.withMutableSpan { span in
      do throws(ModelFormatError) {
        try source?.fill(&span, kind: kind, fanIn: fanIn, layer: layer)
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Counts learned numbers, within bounds.
  mutating func count(parameters count: Int) throws(ModelFormatError) {
    guard let sum = CheckedArithmetic.sum(parameterCount, count), count <= Self.countLimit,
      sum <= Self.countLimit
    else {
      throw .invalidValue(
        .init(file: "cfg", line: 0, layer: "\(layer)"), key: "parameters", found: "\(count)",
        expected: "at most \(Self.countLimit) learned numbers in all")
    }
    parameterCount = sum
  }

  /// Reads biases or the like as an array.
  mutating func parameterArray(
    _ kind: ParameterKind, _ count: Int
  ) throws(ModelFormatError) -> [Float] {
    let tensor = try parameters(kind, count)
    return tensor.storage.array(0..<tensor.count)
  }

  /// The statistics of a batch normalisation without its bias, in file order.
  mutating func normalization(
    _ channels: Int, bias: [Float]
  ) throws(ModelFormatError) -> BatchNormalization {
    let scale = try parameterArray(.scales, channels)
    let mean = try parameterArray(.mean, channels)
    let variance = try parameterArray(.variance, channels)
    return BatchNormalization(
      mean: mean, variance: variance, scale: scale, bias: bias, epsilon: dialect.epsilon)
  }

  /// A layer that another one names, by its number from 0 or, negative, counted back from here.
  func namedLayer(
    _ reference: Int, _ key: String, _ section: SectionReader
  ) throws(ModelFormatError) -> Network.Source {
    let index = reference < 0 ? layer + reference : reference
    guard index >= 0, index < layer else {
      throw .invalidValue(
        section.place(key), key: key, found: "\(reference)",
        expected: layer == 0
          ? "no earlier layer exists" : "a layer before this one: 0…\(layer - 1) or -\(layer)…-1")
    }
    return network.layers[index].output
  }

  /// The number of the layer that a source is the output of; -1 for the network's input.
  func layerIndex(of source: Network.Source) -> Int {
    guard case .node(let index) = source else { return -1 }
    return network.nodes[index].layer
  }

  /// The output size along one axis of a sliding window; an error where there is none.
  func windowOutput(
    _ input: Int, padding: Int, kernel: Int, stride: Int, _ section: SectionReader
  ) throws(ModelFormatError) -> Int {
    let room = input + padding - kernel
    guard room >= 0 else {
      throw .invalidValue(
        section.place("size"), key: "size", found: "\(kernel)",
        expected: "a window that fits into the map of \(previousShape) with its padding")
    }
    return room / stride + 1
  }
}
