import TensorKernels

extension DarknetBuilder {
  /// `[route]`: earlier layers, or a part of their channels, side by side.
  mutating func route(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (Network.Source, inputs: [Network.Source]) {
    guard let references = try section.integers("layers"), !references.isEmpty else {
      throw section.invalid("layers", expected: "numbers of earlier layers, like -1,8")
    }
    let groups = try section.integer("groups", default: 1, in: 1...1_000_000)
    let group = try section.integer("group_id", default: 0, in: 0...(groups - 1))
    var inputs: [Network.Source] = []
    var parts: [Network.Source] = []
    for reference in references {
      let source = try namedLayer(reference, "layers", section)
      let shape = network.shape(of: source)
      guard shape.channels % groups == 0 else {
        throw section.invalid(
          "groups",
          expected: "a divisor of the \(shape.channels) channels of layer \(layerIndex(of: source))"
        )
      }
      inputs.append(source)
      parts.append(try slice(source, shape, groups: groups, group: group))
    }
    settings =
      "layers \(references.map(String.init).joined(separator: ", "))"
      + (groups == 1 ? "" : ", part \(group + 1) of \(groups)")
    if parts.count == 1 {
      return (try append(.identity, parts, network.shape(of: parts[0])), inputs)
    }
    let first = network.shape(of: parts[0])
    var channels = 0
    for (part, input) in zip(parts, inputs) {
      let shape = network.shape(of: part)
      guard (shape.width, shape.height) == (first.width, first.height) else {
        throw mismatch(
          section, "layers", first, layerIndex(of: inputs[0]), shape, layerIndex(of: input))
      }
      channels += shape.channels
    }
    return (
      try append(
        .concatenation, parts,
        FeatureShape(height: first.height, width: first.width, channels: channels)), inputs
    )
  }

  private mutating func slice(
    _ source: Network.Source, _ shape: FeatureShape, groups: Int, group: Int
  ) throws(ModelFormatError) -> Network.Source {
    guard groups > 1 else { return source }
    let count = shape.channels / groups
    return try append(
      .channelSlice(group * count..<(group + 1) * count), [source],
      FeatureShape(height: shape.height, width: shape.width, channels: count))
  }

  /// `[shortcut]`: the layer before plus others, shaped like the layer before.
  mutating func shortcut(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (Network.Source, inputs: [Network.Source]) {
    guard let references = try section.integers("from"), !references.isEmpty else {
      throw section.invalid("from", expected: "the number of an earlier layer, like -3")
    }
    let shape = previousShape
    var inputs = [previous]
    for reference in references {
      let source = try namedLayer(reference, "from", section)
      let other = network.shape(of: source)
      guard other.canBeAdded(to: shape) else {
        throw mismatch(
          section, "from", shape, layerIndex(of: previous), other, layerIndex(of: source))
      }
      inputs.append(source)
    }
    var addition = Addition()
    addition.weights = try shortcutWeights(&section, ways: inputs.count, shape: shape)
    // The original program's factors of the layer before and of the other one.
    addition.existingScale = try section.number("alpha", default: 1, in: -1e6...1e6)
    addition.addedScale = try section.number("beta", default: 1, in: -1e6...1e6)
    operations = CheckedArithmetic.product(shape.count, references.count) ?? .max
    settings = "+ layer \(references.map(String.init).joined(separator: ", "))"
    let sum = try append(.addition(addition), inputs, shape)
    return (try activate(sum, shape, &section, default: "linear"), inputs)
  }

  /// The factors of a weighted shortcut, normalised over its ways as the section says; for each way
  /// one number for each channel.
  private mutating func shortcutWeights(
    _ section: inout SectionReader, ways: Int, shape: FeatureShape
  ) throws(ModelFormatError) -> [WeightTensor] {
    let type = section.text("weights_type") ?? "none"
    let rule = section.text("weights_normalization") ?? "none"
    let each: Int
    switch type {
    case "none": return []
    case "per_feature", "per_layer": each = 1
    case "per_channel": each = shape.channels
    default:
      throw section.invalid("weights_type", expected: "none, per_feature or per_channel")
    }
    guard ["none", "relu", "avg_relu", "softmax"].contains(rule) else {
      throw section.invalid("weights_normalization", expected: "none, relu or softmax")
    }
    try reserve(CheckedArithmetic.product(ways, shape.channels))
    let learned = try parameterArray(.shortcutWeights, ways * each)
    guard !learned.isEmpty else { return [] }
    return (0..<ways).map { way in
      WeightTensor(
        (0..<shape.channels).map { channel in
          let column = each == 1 ? 0 : channel
          return Self.normalized((0..<ways).map { learned[$0 * each + column] }, rule)[way]
        })
    }
  }

  /// The factors of one channel over all ways, after the rule; 0.0001 is added to each divisor.
  private static func normalized(_ factors: [Float], _ rule: String) -> [Float] {
    switch rule {
    case "relu", "avg_relu":
      let positive = factors.map { max($0, 0) }
      let sum = positive.reduce(0.0001, +)
      return positive.map { $0 / sum }
    case "softmax":
      let largest = factors.max() ?? 0
      let powers = factors.map { exponential($0 - largest) }
      let sum = powers.reduce(0.0001, +)
      return powers.map { $0 / sum }
    default: return factors
    }
  }

  /// `[scale_channels]`: an earlier layer times the layer before, which has one factor for each
  /// channel or, with `scale_wh`, for each pixel.
  mutating func scaleChannels(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (Network.Source, inputs: [Network.Source]) {
    let isPerPixel = try section.flag("scale_wh")
    return try multiplied(&section) { shape, factors in
      isPerPixel
        ? factors.channels == 1 && (factors.width, factors.height) == (shape.width, shape.height)
        : factors.pixels == 1 && factors.channels == shape.channels
    }
  }

  /// `[sam]`: an earlier layer times the layer before, number by number.
  mutating func spatialAttention(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (Network.Source, inputs: [Network.Source]) {
    try multiplied(&section) { $0 == $1 }
  }

  private mutating func multiplied(
    _ section: inout SectionReader, fits: (FeatureShape, FeatureShape) -> Bool
  ) throws(ModelFormatError) -> (Network.Source, inputs: [Network.Source]) {
    let reference = try section.integer("from", default: nil, in: -10_000...10_000)
    let source = try namedLayer(reference, "from", section)
    let (shape, factors) = (network.shape(of: source), previousShape)
    guard fits(shape, factors) else {
      throw mismatch(
        section, "from", shape, layerIndex(of: source), factors, layerIndex(of: previous))
    }
    operations = shape.count
    settings = "layer \(reference)"
    let inputs = [source, previous]
    let product = try append(.multiplication, inputs, shape)
    return (try activate(product, shape, &section, default: "linear"), inputs)
  }

  /// Maps that do not fit together, most often because the input's size does not divide evenly.
  private func mismatch(
    _ section: SectionReader, _ key: String, _ a: FeatureShape, _ layerA: Int, _ b: FeatureShape,
    _ layerB: Int
  ) -> ModelFormatError {
    let input = network.inputShape
    let nearby = { (side: Int) in "\(max(32, side / 32 * 32)) or \(side / 32 * 32 + 32)" }
    var remedy = ""
    if input.width % 32 != 0 || input.height % 32 != 0 {
      remedy =
        "; the input is \(input.width)x\(input.height): use multiples of 32, like a width of "
        + "\(nearby(input.width)) and a height of \(nearby(input.height))"
    }
    return .invalidValue(
      section.place(key), key: key,
      found: "\(section.section.options[key]?.value ?? "")"
        + ", which would join layer \(layerA) of \(a) with layer \(layerB) of \(b)",
      expected: "layers that fit together" + remedy)
  }
}
