import TensorKernels

extension DarknetBuilder {
  /// `[connected]`.
  mutating func connected(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source
  {
    let (before, input) = (try contiguousPrevious(), previousShape)
    let outputs = try section.integer("output", default: 1, in: 1...10_000_000)
    let isNormalized = try section.flag("batch_normalize")
    guard let weightCount = CheckedArithmetic.product(outputs, input.count) else {
      throw section.invalid("output", expected: "fewer outputs")
    }
    let bias = try parameters(.biases, outputs)
    try count(parameters: weightCount)
    let weights =
      source == nil
      ? WeightTensor(zeros: 0) : try connectedWeights(outputs: outputs, input: input)
    let shape = FeatureShape(height: 1, width: 1, channels: outputs)
    operations = CheckedArithmetic.product(2, weightCount) ?? .max
    settings = "\(outputs) outputs"
    let connected = Connected(
      outputs: outputs, weights: weights,
      bias: isNormalized ? WeightTensor(zeros: source == nil ? 0 : outputs) : bias)
    var output = try append(.connected(connected), [before], shape)
    if isNormalized {
      let normalization = try self.normalization(
        outputs, bias: bias.storage.array(0..<bias.count))
      output = try append(.batchNormalization(normalization), [output], shape)
    }
    return try activate(output, shape, &section, default: "logistic")
  }

  /// Reads the weights of a connected layer, `[outputs, channels, height, width]` in the file,
  /// channels-last.
  private mutating func connectedWeights(
    outputs: Int, input: FeatureShape
  ) throws(ModelFormatError) -> WeightTensor {
    let storage = FloatStorage(zeros: outputs * input.count)
    let row = FloatStorage(zeros: input.count)
    for output in 0..<outputs {
      try fill(row, .weights, fanIn: input.count)
      row.withSpan { from in
        storage.withMutableSpan { to in
          channelsLast(
            from, channels: input.channels, positions: input.pixels, into: &to,
            at: output * input.count)
        }
      }
    }
    return WeightTensor(storage)
  }

  /// `[softmax]`.
  mutating func softmax(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let input = previousShape
    let groups = try section.integer("groups", default: 1, in: 1...1_000_000)
    let temperature = try section.number("temperature", default: 1, in: 1e-6...1e6)
    for key in ["tree", "spatial"] where section.has(key) {
      throw .unsupported(
        section.place(key), what: "[softmax] with \(key)=",
        remedy: "Only groups and temperature are.")
    }
    guard input.count % groups == 0, groups == 1 || input.pixels == 1 else {
      throw section.invalid("groups", expected: "a divisor of the \(input.count) inputs")
    }
    settings = groups == 1 ? "" : "\(groups) groups"
    let before = try contiguousPrevious()
    return try append(.softmax(groups: groups, temperature: temperature), [before], input)
  }

  /// `[batchnorm]`: a batch normalisation of its own.
  mutating func batchNormalization(_ section: inout SectionReader) throws(ModelFormatError)
    -> Network.Source
  {
    let channels = previousShape.channels
    // The original program neither learns nor stores a bias here.
    let bias =
      dialect == .original
      ? [Float](repeating: 0, count: source == nil ? 0 : channels)
      : try parameterArray(.biases, channels)
    operations = 2 * previousShape.count
    return try append(
      .batchNormalization(try normalization(channels, bias: bias)), [previous], previousShape)
  }

  /// `[activation]` and `[logistic]`.
  mutating func activationLayer(_ section: inout SectionReader) throws(ModelFormatError)
    -> Network.Source
  {
    let fallback = section.section.name == "logistic" ? "logistic" : "linear"
    let start = try identity()
    return try activate(start, previousShape, &section, default: fallback)
  }
}
