import TensorKernels

/// Builds a ``Network`` from a `.cfg`: one layer after the other, shapes first, then its numbers.
///
/// Run without a ``ParameterSource`` it only infers shapes and counts numbers, which tells how long
/// the weights file has to be before any memory is taken for it.
struct DarknetBuilder {
  /// What is built.
  var network: Network
  /// What was odd about the cfg.
  var warnings: WarningList
  /// Learned numbers so far.
  var parameterCount = 0
  /// For each layer with numbers, how many there are up to its end.
  var layerEnds: [(layer: String, end: Int)] = []
  /// What the cfg's `letter_box` says; nil where it says nothing.
  let letterBox: Bool?
  /// The program whose arithmetic is followed.
  let dialect: DarknetDialect
  var source: (any ParameterSource)?
  /// What each convolution learned, before anything was folded in; only where `share_index` occurs,
  /// since shared weights cannot be changed in place later.
  var convolutions: [Int: (convolution: Convolution, normalization: BatchNormalization?)] = [:]

  let sharesConvolutions: Bool

  /// The layer that is being built, from 0.
  var layer = 0
  /// Its operations for one picture.
  var operations = 0
  /// Its settings for a person.
  var settings = ""
  /// Where it stands in the file.
  var place: ModelFormatError.Place
  /// Numbers so far that are made from the cfg alone and take memory, see ``reserve(_:)``.
  var derivedCount = 0

  /// The most numbers that a layer may hand on, or a network learn: 2 thousand million, 8 GiB.
  ///
  /// Sizes of matrices are 32-bit numbers in OpenBLAS.
  static let countLimit = Int(Int32.max)
  /// The most steps of a network; the largest published ones have about 1000.
  static let nodeLimit = 100_000
  /// The most numbers of all tables that are made from the cfg alone: 64 MiB.
  static let derivedLimit = 1 << 24

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
    sharesConvolutions = file.sections.contains { $0.options["share_index"] != nil }
    warnings = file.warnings
    var net = SectionReader(file.sections[0], path: file.path, layer: nil)
    place = net.place()
    guard ["net", "network"].contains(net.section.name) else {
      throw .syntax(
        net.place(), found: "[\(shortened(net.section.name))]",
        expected: "the first section to be [net]")
    }
    let input = try Self.inputShape(&net, inputSize: inputSize)
    letterBox = net.has("letter_box") ? try net.flag("letter_box") : nil
    network = Network(inputShape: input)
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
        "\(MessageText.visible(file.path)): no [yolo], [region] or other detection layer; "
          + "nothing can be detected")
    }
  }

  /// The network's input, as `[net]` or the caller says.
  private static func inputShape(
    _ net: inout SectionReader, inputSize: (width: Int, height: Int)?
  ) throws(ModelFormatError) -> FeatureShape {
    let sides = 1...65_536
    if let inputSize {
      guard sides.contains(inputSize.width), sides.contains(inputSize.height) else {
        throw .invalidValue(
          net.place(), key: "input size", found: "\(inputSize.width)x\(inputSize.height)",
          expected: "sides of \(sides.lowerBound)…\(sides.upperBound) pixels")
      }
    }
    let width = try net.integer("width", default: inputSize?.width, in: sides)
    let height = try net.integer("height", default: inputSize?.height, in: sides)
    let channels = try net.integer("channels", default: 3, in: 1...4096)
    guard channels == 1 || channels == 3 else {
      throw net.invalid("channels", expected: "1 (grey) or 3 (colour)")
    }
    let shape = FeatureShape(
      height: inputSize?.height ?? height, width: inputSize?.width ?? width, channels: channels)
    guard isAllowed(shape) else {
      throw .invalidValue(
        net.place("width"), key: "input size", found: "\(shape)",
        expected: "at most \(countLimit) numbers; use a smaller width and height")
    }
    return shape
  }

  /// Whether a map of this shape may be handed on; no arithmetic on an allowed shape overflows.
  static func isAllowed(_ shape: FeatureShape) -> Bool {
    guard let count = CheckedArithmetic.product(shape.height, shape.width, shape.channels) else {
      return false
    }
    return count <= countLimit
  }

  /// Builds one layer by its section's name.
  private mutating func build(_ section: inout SectionReader) throws(ModelFormatError) {
    (operations, settings, place) = (0, "", section.place())
    let parametersBefore = parameterCount
    let output: Network.Source
    var inputs = [previous]
    switch section.section.name {
    case "convolutional", "conv": output = try convolutional(&section)
    case "maxpool", "max": output = try maxpool(&section)
    case "local_avgpool", "local_avg": output = try localAveragePool(&section)
    case "avgpool", "avg": output = try averagePool()
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
    case "l2norm":
      output = try append(.channelNormalization(.euclidean), [previous], previousShape)
    case "activation", "logistic": output = try activationLayer(&section)
    case "dropout", "empty", "silence": output = try identity()
    case "yolo", "Gaussian_yolo": output = try yolo(&section)
    case "region": output = try region(&section)
    case "detection": output = try detection(&section)
    default: throw unknownSection(section)
    }
    let shape = network.shape(of: output)
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
    "reorg", "reorg3d", "scale_channels", "sam", "connected", "softmax", "batchnorm", "l2norm",
    "activation",
    "logistic", "dropout", "empty", "yolo", "Gaussian_yolo", "region", "detection",
  ]

  private mutating func noteUnused(_ section: SectionReader) {
    for (key, line) in section.unused() {
      warnings.append(
        "\(MessageText.visible(section.path)):\(line): [\(section.section.name)] has no option "
          + "\(shortened(key)), ignored"
          + (section.suggestion(for: key).map { "; did you mean \($0)?" } ?? ""))
    }
  }
}
