import TensorKernels

extension DarknetBuilder {
  /// `[convolutional]`.
  mutating func convolutional(_ section: inout SectionReader) throws(ModelFormatError)
    -> Network.Source
  {
    let input = previousShape
    let filters = try section.integer("filters", default: 1, in: 1...1_000_000)
    let groups = try section.integer("groups", default: 1, in: 1...1_000_000)
    guard input.channels % groups == 0, filters % groups == 0 else {
      throw section.invalid(
        "groups",
        expected: "a divisor of the \(input.channels) channels and the \(filters) filters")
    }
    let (geometry, blur) = try convolutionWindow(&section)
    var shape = FeatureShape(
      height: try windowOutput(
        input.height, padding: 2 * geometry.paddingTop,
        kernel: geometry.dilation * (geometry.kernelHeight - 1) + 1, stride: geometry.strideY,
        section),
      width: try windowOutput(
        input.width, padding: 2 * geometry.paddingLeft,
        kernel: geometry.dilation * (geometry.kernelWidth - 1) + 1, stride: geometry.strideX,
        section),
      channels: filters)
    try check(shape)

    let isNormalized = try section.flag("batch_normalize")
    for key in ["xnor", "binary", "flipped", "cbn", "rotate", "stretch", "sway", "stretch_sway"]
    where try section.flag(key) {
      throw .unsupported(
        section.place(key), what: "\(key)=1", remedy: "Only plain convolutions are.")
    }
    let perFilter = input.channels / groups * geometry.area
    let learned = try learnedConvolution(
      &section, filters: filters, groups: groups, geometry: geometry,
      channels: input.channels / groups, isNormalized: isNormalized)
    operations = CheckedArithmetic.product(2, shape.count, perFilter) ?? .max
    settings =
      "\(filters) filters \(geometry.kernelWidth)x\(geometry.kernelHeight)"
      + " / \(geometry.strideX)"
      + (geometry.strideX == geometry.strideY ? "" : "x\(geometry.strideY)")
      + (groups == 1 ? "" : ", \(groups) groups")
      + (geometry.dilation == 1 ? "" : ", dilation \(geometry.dilation)")

    var output = try append(.convolution(learned.convolution), [previous], shape)
    if let normalization = learned.normalization {
      output = try append(.batchNormalization(normalization), [output], shape)
    }
    output = try activate(output, shape, &section, default: "logistic")
    if let blur {
      (output, shape) = try self.blur(output, shape, blur, section)
    }
    return output
  }

  /// Window, stride and padding; and the strides of the blur where antialiasing does the stride.
  private mutating func convolutionWindow(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (WindowGeometry, blur: (strideX: Int, strideY: Int)?) {
    let size = try section.integer("size", default: 1, in: 1...1024)
    let stride = try section.integer("stride", default: 1, in: 1...1024)
    let strideX = try section.integer("stride_x", default: stride, in: 1...1024)
    let strideY = try section.integer("stride_y", default: stride, in: 1...1024)
    // A window of one pixel has nothing to spread.
    let given = try section.integer("dilation", default: 1, in: 1...1024)
    let dilation = size == 1 ? 1 : given
    var padding = try section.integer("padding", default: 0, in: 0...4096)
    if try section.flag("pad") { padding = size / 2 }
    let blur = try antialiasing(&section, strideX: strideX, strideY: strideY)
    let window = WindowGeometry(
      kernelHeight: size, kernelWidth: size, strideY: blur == nil ? strideY : 1,
      strideX: blur == nil ? strideX : 1, dilation: dilation, paddingTop: padding * dilation,
      paddingLeft: padding * dilation)
    return (window, blur)
  }

  /// The learned numbers of a convolution: its own, or those of the layer that `share_index` names.
  private mutating func learnedConvolution(
    _ section: inout SectionReader, filters: Int, groups: Int, geometry: WindowGeometry,
    channels: Int, isNormalized: Bool
  ) throws(ModelFormatError) -> (convolution: Convolution, normalization: BatchNormalization?) {
    let perFilter = channels * geometry.area
    if section.has("share_index") {
      let reference = try section.integer("share_index", default: nil, in: -10_000...10_000)
      let index = reference < 0 ? layer + reference : reference
      guard let shared = convolutions[index], shared.convolution.filters == filters,
        shared.convolution.groups == groups, shared.convolution.channels == channels,
        shared.convolution.window.area == geometry.area
      else {
        throw section.invalid(
          "share_index", expected: "an earlier [convolutional] layer with filters of the same shape"
        )
      }
      var convolution = shared.convolution
      convolution.window = geometry
      return (convolution, shared.normalization)
    }
    let bias = try parameters(.biases, filters)
    let normalization =
      isNormalized
      ? try self.normalization(filters, bias: bias.storage.array(0..<bias.count)) : nil
    guard let weightCount = CheckedArithmetic.product(filters, perFilter) else {
      throw section.invalid("filters", expected: "fewer filters")
    }
    try count(parameters: weightCount)
    let weights =
      source == nil
      ? WeightTensor(zeros: 0)
      : try filterWeights(filters: filters, channels: channels, area: geometry.area)
    let convolution = Convolution(
      window: geometry, groups: groups, filters: filters, channels: channels, weights: weights,
      bias: isNormalized ? WeightTensor(zeros: source == nil ? 0 : filters) : bias)
    if sharesConvolutions { convolutions[layer] = (convolution, normalization) }
    return (convolution, normalization)
  }

  /// Reads filters, `[filters, channels, kernelHeight, kernelWidth]` in the file, channels-last.
  private mutating func filterWeights(
    filters: Int, channels: Int, area: Int
  ) throws(ModelFormatError) -> WeightTensor {
    let perFilter = channels * area
    let storage = FloatStorage(zeros: filters * perFilter)
    if area == 1 {
      try fill(storage, .weights, fanIn: perFilter)
      return WeightTensor(storage)
    }
    // A few filters at a time, so that the copy in the file's order stays small.
    let block = max(1, min(filters, (1 << 18) / perFilter))
    var filter = 0
    while filter < filters {
      let count = min(block, filters - filter)
      let planar = FloatStorage(zeros: count * perFilter)
      try fill(planar, .weights, fanIn: perFilter)
      planar.withSpan { from in
        storage.withMutableSpan { to in
          for i in 0..<count {
            channelsLast(
              from.extracting(i * perFilter..<(i + 1) * perFilter), channels: channels,
              positions: area, into: &to, at: (filter + i) * perFilter)
          }
        }
      }
      filter += count
    }
    return WeightTensor(storage)
  }

  /// The strides that a blur has to do; nil without `antialiasing`.
  mutating func antialiasing(
    _ section: inout SectionReader, strideX: Int, strideY: Int
  ) throws(ModelFormatError) -> (strideX: Int, strideY: Int)? {
    let kind = try section.integer("antialiasing", default: 0, in: 0...2)
    guard kind != 2 else {
      throw .unsupported(
        section.place("antialiasing"), what: "antialiasing=2", remedy: "Only antialiasing=1 is.")
    }
    return kind == 1 ? (strideX, strideY) : nil
  }

  /// The blur of antialiasing: a fixed 3x3 window over each channel, 1 2 1 / 2 4 2 / 1 2 1 by 16.
  mutating func blur(
    _ input: Network.Source, _ shape: FeatureShape, _ stride: (strideX: Int, strideY: Int),
    _ section: SectionReader
  ) throws(ModelFormatError) -> (Network.Source, FeatureShape) {
    let window = WindowGeometry(
      kernelHeight: 3, kernelWidth: 3, strideY: stride.strideY, strideX: stride.strideX,
      paddingTop: 1, paddingLeft: 1)
    let blurred = FeatureShape(
      height: (shape.height - 1) / stride.strideY + 1,
      width: (shape.width - 1) / stride.strideX + 1, channels: shape.channels)
    let convolution = try blurConvolution(window, channels: shape.channels)
    let output = try append(.convolution(convolution), [input], blurred)
    operations = CheckedArithmetic.sum(operations, 18 * blurred.count) ?? .max
    settings += ", blur / \(stride.strideX)"
    return (output, blurred)
  }

  /// The same fixed window for each channel; without numbers where only shapes are wanted.
  private mutating func blurConvolution(
    _ window: WindowGeometry, channels: Int
  ) throws(ModelFormatError) -> Convolution {
    try reserve(CheckedArithmetic.product(channels, 10))
    let kernel: [Float] = [1, 2, 1, 2, 4, 2, 1, 2, 1].map { $0 / 16 }
    let weights = source == nil ? [] : (0..<channels).flatMap { _ in kernel }
    return Convolution(
      window: window, groups: channels, filters: channels, channels: 1,
      weights: WeightTensor(weights), bias: WeightTensor(zeros: source == nil ? 0 : channels))
  }

  /// Adds the activation that the section names.
  ///
  /// - Parameters:
  ///   - input: What it is applied to.
  ///   - shape: The size of that.
  ///   - section: The section.
  ///   - fallback: What Darknet takes where the section names none.
  /// - Returns: The activated map.
  /// - Throws: ``ModelFormatError/unsupported(_:what:remedy:)`` for an unknown name.
  mutating func activate(
    _ input: Network.Source, _ shape: FeatureShape, _ section: inout SectionReader,
    default fallback: String
  ) throws(ModelFormatError) -> Network.Source {
    let name = section.text("activation") ?? fallback
    if !settings.isEmpty { settings += ", " }
    settings += name
    if let normalization = DarknetActivation.normalization(named: name) {
      return try append(.channelNormalization(normalization), [input], shape)
    }
    guard let activation = DarknetActivation.activation(named: name) else {
      let near = NearestWords.find(name, in: DarknetActivation.names, limit: 1).first
      throw .unsupported(
        section.place("activation"), what: "activation=\(shortened(name))",
        remedy: near.map { "Did you mean \($0)?" }
          ?? "Supported are \(DarknetActivation.names.joined(separator: ", ")).")
    }
    return activation == .linear ? input : try append(.activation(activation), [input], shape)
  }
}
