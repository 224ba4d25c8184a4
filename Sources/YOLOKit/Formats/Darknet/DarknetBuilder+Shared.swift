import TensorKernels

/// What the functions of all layers share.
extension DarknetBuilder {
  /// Hands over what was built; the builder's own references to its weights end here.
  consuming func takeNetwork() -> Network { network }

  /// What was built, for a person; the weights file has a header of 20 bytes from version 0.2 on.
  var summary: ModelSummary {
    ModelSummary(
      network: network, parameterCount: parameterCount, expectedWeightBytes: 20 + parameterCount * 4
    )
  }

  /// The output of the layer before; for the first layer the network's input.
  var previous: Network.Source { network.layers.last?.output ?? .input }

  /// The shape of the output of the layer before.
  var previousShape: FeatureShape { network.shape(of: previous) }

  /// Adds a node to the layer that is being built.
  ///
  /// - Throws: ``ModelFormatError/invalidValue(_:key:found:expected:)`` when what it hands on is
  ///   too large; every map of a network has passed here.
  mutating func append(
    _ operation: Operation, _ inputs: [Network.Source], _ shape: FeatureShape
  ) throws(ModelFormatError) -> Network.Source {
    try check(shape)
    guard network.nodes.count < Self.nodeLimit else {
      throw .invalidValue(
        place, key: "steps", found: "\(network.nodes.count + 1) up to here",
        expected: "a network of at most \(Self.nodeLimit) steps")
    }
    return network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }

  /// Checks the size of a map before anything is computed from it.
  func check(_ shape: FeatureShape) throws(ModelFormatError) {
    guard Self.isAllowed(shape) else {
      throw .invalidValue(
        place, key: "output", found: "\(shape)",
        expected: "a layer of at most \(Self.countLimit) numbers")
    }
  }

  /// Accounts for memory that the cfg alone asks for, before it is taken.
  ///
  /// That is tables of places and fixed windows. Learned numbers need none of this, because their
  /// file has to be as long as they are.
  mutating func reserve(_ count: Int?) throws(ModelFormatError) {
    guard let count, let sum = CheckedArithmetic.sum(derivedCount, count),
      sum <= Self.derivedLimit
    else {
      throw .invalidValue(
        place, key: "input", found: "\(previousShape)",
        expected: "smaller maps: the tables of all such layers together may have at most "
          + "\(Self.derivedLimit) numbers")
    }
    derivedCount = sum
  }

  /// Hands on the layer before under this layer's number.
  mutating func identity() throws(ModelFormatError) -> Network.Source {
    try append(.identity, [previous], previousShape)
  }

  /// The layer before without gaps between its pixels: a copy where it is a range of another
  /// map's channels.
  mutating func contiguousPrevious() throws(ModelFormatError) -> Network.Source {
    guard case .node(let index) = network.origin(of: previous),
      case .channelSlice = network.nodes[index].operation
    else { return previous }
    return try append(.concatenation, [previous], previousShape)
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
        place, key: "parameters", found: "\(count)",
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
        section.place("size"), key: "size",
        found: shortened(section.section.options["size"]?.value ?? "(missing)"),
        expected: "a window, here of \(kernel) pixels, that fits into the map of "
          + "\(previousShape) with its padding")
    }
    return room / stride + 1
  }
}
