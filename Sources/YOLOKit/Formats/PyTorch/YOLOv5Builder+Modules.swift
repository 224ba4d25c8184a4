import TensorKernels

extension YOLOv5Builder {
  /// Builds a module and what it holds.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - inputs: What it reads.
  ///   - depth: How deep it lies within its layer.
  /// - Returns: Its output.
  /// - Throws: ``ModelFormatError`` for a module that is not known, by name.
  mutating func build(
    _ module: ModuleRecord, _ inputs: [Network.Source], depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    try countModule(module, depth: depth)
    let input = inputs[0]
    switch module.type {
    case "Conv", "DWConv": return try convolutionBlock(module, input, depth)
    case "Conv2d": return try append(.convolution(try convolution(module)), [input], module)
    case "ConvTranspose2d", "DWConvTranspose2d": return try transposedConvolution(module, input)
    case "BatchNorm2d", "SyncBatchNorm":
      return try append(.batchNormalization(try normalization(module)), [input], module)
    case "Sequential":
      var output = input
      for (_, child) in module.children { output = try build(child, [output], depth: depth + 1) }
      return output
    case "Identity", "Dropout", "Dropout2d":
      return try append(.identity, [input], module)
    case "Bottleneck", "CrossConv": return try bottleneck(module, input, depth)
    case "BottleneckCSP": return try bottleneckCSP(module, input, depth)
    case "C3", "C3x", "C3SPP", "C3Ghost": return try c3(module, input, depth)
    case "SPP": return try spatialPyramid(module, input, depth)
    case "SPPF": return try fastSpatialPyramid(module, input, depth)
    case "Focus": return try focus(module, input, depth)
    case "GhostConv": return try ghostConvolution(module, input, depth)
    case "GhostBottleneck": return try ghostBottleneck(module, input, depth)
    case "Concat": return try concatenation(module, inputs)
    case "Sum": return try sum(module, inputs)
    case "Contract": return try reordering(module, input) { .blocksToChannels(stride: $0) }
    case "Expand": return try reordering(module, input) { .channelsToBlocks(stride: $0) }
    case "Upsample": return try upsample(module, input)
    case "ZeroPad2d": return try zeroPadding(module, input)
    case "MaxPool2d": return try append(.maximumPool(try poolWindow(module)), [input], module)
    default:
      guard let activation = try activation(module) else {
        throw module.failure(
          "the module class \(shortened(module.fullType))",
          expected: "a module of YOLOv5's detection models")
      }
      return try append(.activation(activation), [input], module)
    }
  }

  /// Builds a child by name on one input.
  private mutating func child(
    _ name: String, of module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    try build(try module.requiredChild(name), [input], depth: depth + 1)
  }

  /// Conv: convolution, batch normalisation (unless it was fused in before), activation.
  private mutating func convolutionBlock(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    var output = try child("conv", of: module, input, depth)
    if let normalization = module.child("bn") {
      output = try build(normalization, [output], depth: depth + 1)
    }
    return try child("act", of: module, output, depth)
  }

  /// Bottleneck and CrossConv: two convolutions, and the input added where `add` says so.
  private mutating func bottleneck(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let first = try child("cv1", of: module, input, depth)
    let second = try child("cv2", of: module, first, depth)
    guard try module.integer("add", default: 0) != 0 else { return second }
    return try append(Addition(), [input, second], module)
  }

  /// BottleneckCSP: `cv4(act(bn([cv3(m(cv1(x))), cv2(x)])))`.
  private mutating func bottleneckCSP(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let deep = try child("m", of: module, try child("cv1", of: module, input, depth), depth)
    let left = try child("cv3", of: module, deep, depth)
    let right = try child("cv2", of: module, input, depth)
    var joined = try append(.concatenation, [left, right], module)
    joined = try child("bn", of: module, joined, depth)
    if module.child("act") != nil { joined = try child("act", of: module, joined, depth) }
    return try child("cv4", of: module, joined, depth)
  }

  /// C3 and its variants: `cv3([m(cv1(x)), cv2(x)])`.
  private mutating func c3(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let left = try child("m", of: module, try child("cv1", of: module, input, depth), depth)
    let right = try child("cv2", of: module, input, depth)
    return try child("cv3", of: module, try append(.concatenation, [left, right], module), depth)
  }

  /// SPP: `cv2([x, each pool of x])` with `x = cv1(input)`.
  private mutating func spatialPyramid(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let reduced = try child("cv1", of: module, input, depth)
    var parts = [reduced]
    for (_, pool) in try module.requiredChild("m").children {
      parts.append(try build(pool, [reduced], depth: depth + 1))
    }
    return try child("cv2", of: module, try append(.concatenation, parts, module), depth)
  }

  /// SPPF: the same with one pool three times in a row.
  private mutating func fastSpatialPyramid(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    var parts = [try child("cv1", of: module, input, depth)]
    for index in 0..<3 { parts.append(try child("m", of: module, parts[index], depth)) }
    return try child("cv2", of: module, try append(.concatenation, parts, module), depth)
  }

  /// GhostConv: half of the channels from a convolution, the other half from a cheap one of those.
  private mutating func ghostConvolution(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let real = try child("cv1", of: module, input, depth)
    let ghost = try child("cv2", of: module, real, depth)
    return try append(.concatenation, [real, ghost], module)
  }

  private mutating func ghostBottleneck(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let deep = try child("conv", of: module, input, depth)
    let short = try child("shortcut", of: module, input, depth)
    return try append(Addition(), [deep, short], module)
  }

  private mutating func concatenation(
    _ module: ModuleRecord, _ inputs: [Network.Source]
  ) throws(ModelFormatError) -> Network.Source {
    guard try module.integer("d", default: 1) == 1 else {
      throw module.failure("a join along another axis", expected: "channels (1)")
    }
    return try append(.concatenation, inputs, module)
  }

  /// Sum: the inputs added up, all but the first weighted by `2 logistic(w)` where there are weights.
  private mutating func sum(
    _ module: ModuleRecord, _ inputs: [Network.Source]
  ) throws(ModelFormatError) -> Network.Source {
    var addition = Addition()
    if try module.integer("weight", default: 0) != 0 {
      let factors = try module.requiredTensor("w", [inputs.count - 1])
      let channels = network.shape(of: inputs[0]).channels
      try reserve(inputs.count * channels, module)
      addition.weights = ([1] + factors.map { 2 * activated($0, .logistic) }).map {
        WeightTensor([Float](repeating: $0, count: channels))
      }
    }
    return try append(addition, inputs, module)
  }

  private mutating func reordering(
    _ module: ModuleRecord, _ input: Network.Source, _ rule: (Int) -> Reordering
  ) throws(ModelFormatError) -> Network.Source {
    let gain = try module.integer("gain", default: 2)
    guard (1...64).contains(gain) else {
      throw module.failure("gain \(gain)", expected: "1…64")
    }
    return try append(.reordering(rule(gain)), [input], module)
  }

  private mutating func upsample(
    _ module: ModuleRecord, _ input: Network.Source
  ) throws(ModelFormatError) -> Network.Source {
    let mode = module.attribute("mode")?.string ?? "nearest"
    guard mode == "nearest" else {
      throw module.failure("upsampling by \(shortened(mode))", expected: "nearest")
    }
    let factor = try module.pair("scale_factor", in: 1...64)
    guard factor.rows == factor.columns else {
      throw module.failure("unequal scale factors", expected: "the same for rows and columns")
    }
    return try append(.upsample(factor: factor.rows, scale: 1), [input], module)
  }

  /// ZeroPad2d: zeros around the map, as a convolution of one pixel that changes nothing else.
  private mutating func zeroPadding(
    _ module: ModuleRecord, _ input: Network.Source
  ) throws(ModelFormatError) -> Network.Source {
    let sides = (module.attribute("padding").flatMap { module.checkpoint.tree.items($0) } ?? [])
      .compactMap(\.strictInt)
    guard sides.count == 4, sides.allSatisfy((0...4096).contains) else {
      throw module.failure("unreadable padding", expected: "left, right, top and bottom, 0…4096")
    }
    let channels = network.shape(of: input).channels
    try reserve(2 * channels, module)
    let window = WindowGeometry(
      kernelHeight: 1, kernelWidth: 1, paddingTop: sides[2], paddingLeft: sides[0],
      paddingBottom: sides[3], paddingRight: sides[1])
    return try append(
      .convolution(
        Convolution(
          window: window, groups: channels, filters: channels, channels: 1,
          weights: WeightTensor([Float](repeating: 1, count: channels)),
          bias: WeightTensor(zeros: channels))), [input], module)
  }

  private func poolWindow(_ module: ModuleRecord) throws(ModelFormatError) -> WindowGeometry {
    let kernel = try module.pair("kernel_size", in: 1...1024)
    let stride = try module.pair("stride", default: kernel.rows, in: 1...1024)
    let padding = try module.pair("padding", default: 0, in: 0...1024)
    let dilation = try module.pair("dilation", default: 1, in: 1...1)
    guard try module.integer("ceil_mode", default: 0) == 0 else {
      throw module.failure("pooling with ceil_mode", expected: "without")
    }
    return WindowGeometry(
      kernelHeight: kernel.rows, kernelWidth: kernel.columns, strideY: stride.rows,
      strideX: stride.columns, dilation: dilation.rows, paddingTop: padding.rows,
      paddingLeft: padding.columns)
  }

  /// The function of an activation module; nil for other modules.
  private func activation(_ module: ModuleRecord) throws(ModelFormatError) -> Activation? {
    switch module.type {
    case "SiLU", "Swish", "MemoryEfficientSwish": return .swish
    case "LeakyReLU":
      return .leaky(slope: Float(try module.number("negative_slope", default: 0.01)))
    case "ReLU": return .relu
    case "ReLU6": return .relu6
    case "Hardswish": return .hardSwish
    case "Mish", "MemoryEfficientMish": return .mish
    case "Sigmoid": return .logistic
    case "Tanh": return .tanh
    case "ELU":
      guard try module.number("alpha", default: 1) == 1 else {
        throw module.failure("ELU with another alpha than 1", expected: "1")
      }
      return .elu
    case "SELU": return .selu
    default: return nil
    }
  }
}
