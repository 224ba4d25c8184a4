import TensorKernels

/// Builds a ``Network`` from the modules of a YOLOv5 model, in the order and with the connections that
/// the checkpoint itself holds.
///
/// Nothing is guessed from names like "yolov5s": depth, width, head and activations all come from the
/// modules. Source of their meaning: `models/common.py`, `models/yolo.py` and `models/experimental.py`
/// of YOLOv5 v1 to v7, and PyTorch's documentation.
struct YOLOv5Builder {
  /// What is built.
  var network: Network
  /// The names of the classes.
  private(set) var labels = ClassLabels([])
  /// What was odd about the checkpoint.
  var warnings: [String] = []
  /// Learned numbers so far, batch normalisations' statistics included; see ``count(_:_:)``.
  private(set) var parameterCount = 0
  /// The layer that is being built, from 0.
  var layer = 0
  private var outputs: [Network.Source] = []
  /// Modules built so far; one that stands at several places counts each time.
  private var moduleCount = 0
  /// Numbers so far that are made from the modules alone and take memory, see ``reserve(_:_:)``.
  private var derivedCount = 0

  /// Modules nest this deep at most.
  static let depthLimit = 32
  /// The most modules of a model; the largest published ones have about 2000.
  static let moduleLimit = 20_000
  /// How many learned numbers a model may have for each that its file holds: modules may share them.
  static let sharingLimit = 16

  /// Builds a checkpoint's model.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint.
  ///   - inputSize: Width and height of the network's input, in pixels.
  /// - Throws: ``ModelFormatError``.
  init(
    _ checkpoint: TorchCheckpoint, inputSize: (width: Int, height: Int)
  ) throws(ModelFormatError) {
    let model = try YOLOv5Checkpoint.model(in: checkpoint)
    let layers = try model.requiredChild("model").children.map(\.module)
    let channels = try Self.inputChannels(layers, model)
    network = Network(
      inputShape: FeatureShape(
        height: inputSize.height, width: inputSize.width, channels: channels))
    for (index, module) in layers.enumerated() {
      layer = index
      if index == layers.count - 1 {
        try detect(module, try sources(of: module))
      } else {
        try append(module)
      }
    }
    let classCount = network.heads.first?.classCount ?? 0
    let names = YOLOv5Checkpoint.names(of: model, classCount: classCount)
    let unnamed = names.count { $0.isEmpty }
    if unnamed > 0 {
      warnings.append(
        "\(MessageText.visible(checkpoint.path)): \(unnamed) of \(classCount) classes have no name")
    }
    labels = ClassLabels(names)
  }

  /// Hands over what was built; the builder's own references to its weights end here.
  consuming func takeNetwork() -> Network { network }

  /// The channels of the picture: what the first convolution reads.
  private static func inputChannels(
    _ layers: [ModuleRecord], _ model: ModuleRecord
  ) throws(ModelFormatError) -> Int {
    var module = layers[0]
    let isFocus = module.type == "Focus"
    for _ in 0..<depthLimit {
      if let channels = module.attribute("in_channels")?.int {
        let real = isFocus ? channels / 4 : channels
        guard real == 3 || real == 1 else {
          throw model.failure("\(real) channels of input", expected: "3 (colour) or 1 (grey)")
        }
        return real
      }
      guard let first = module.children.first?.module else { break }
      module = first
    }
    throw layers[0].failure("a first layer without a convolution", expected: "a convolution")
  }

  // MARK: - Layers

  /// Builds one layer, which reads what its attribute `f` says.
  private mutating func append(_ module: ModuleRecord) throws(ModelFormatError) {
    let inputs = try sources(of: module)
    let (before, firstNode) = (parameterCount, network.nodes.count)
    let output = try build(module, inputs, depth: 0)
    outputs.append(output)
    network.layers.append(
      Network.Layer(
        output: output,
        summary: LayerSummary(
          index: layer, kind: module.type, settings: settings(of: module),
          inputs: inputs.map(layerIndex(of:)), outputShape: network.shape(of: output),
          parameterCount: parameterCount - before,
          floatingPointOperations: operations(from: firstNode))))
  }

  /// What a layer reads: the attribute `f`, one number or a list; negative ones count back.
  private func sources(of module: ModuleRecord) throws(ModelFormatError) -> [Network.Source] {
    guard let value = module.attribute("f") else {
      throw module.failure("no attribute f", expected: "the numbers of the layers that it reads")
    }
    let numbers = (module.checkpoint.tree.items(value) ?? [value]).map(\.int)
    var sources: [Network.Source] = []
    for number in numbers {
      guard let number else {
        throw module.failure("an unreadable list of inputs", expected: "numbers of earlier layers")
      }
      if number == -1 {
        sources.append(outputs.last ?? .input)
        continue
      }
      let index = number < 0 ? layer + number : number
      guard outputs.indices.contains(index) else {
        throw module.failure("input \(number)", expected: "a layer before number \(layer)")
      }
      sources.append(outputs[index])
    }
    guard !sources.isEmpty else {
      throw module.failure("no input", expected: "numbers of earlier layers")
    }
    return sources
  }

  func layerIndex(of source: Network.Source) -> Int {
    guard case .node(let index) = source else { return -1 }
    return network.nodes[index].layer
  }

  private func settings(of module: ModuleRecord) -> String {
    let repeats = module.child("m")?.children.count ?? 0
    return module.type.hasPrefix("C3") || module.type == "BottleneckCSP"
      ? "\(repeats) bottleneck\(repeats == 1 ? "" : "s")" : ""
  }

  /// The operations of the nodes from a place on.
  func operations(from firstNode: Int) -> Int {
    network.nodes[firstNode...].reduce(0) { sum, node in
      guard case .convolution(let convolution) = node.operation else { return sum }
      let own = CheckedArithmetic.product(2, node.outputShape.pixels, convolution.weights.count)
      return own.flatMap { CheckedArithmetic.sum(sum, $0) } ?? .max
    }
  }

  // MARK: - Nodes and bounds

  /// Adds a node to the layer that is being built.
  mutating func append(
    _ operation: Operation, _ inputs: [Network.Source], _ module: ModuleRecord
  ) throws(ModelFormatError) -> Network.Source {
    let shapes = inputs.map { network.shape(of: $0) }
    guard let shape = operation.outputShape(shapes), DarknetBuilder.isAllowed(shape) else {
      throw misfit(shapes, module)
    }
    if case .reordering = operation { try reserve(shape.count, module) }
    return network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }

  /// Adds a sum; PyTorch adds only maps of the same shape, Darknet also others.
  mutating func append(
    _ addition: Addition, _ inputs: [Network.Source], _ module: ModuleRecord
  ) throws(ModelFormatError) -> Network.Source {
    let shapes = inputs.map { network.shape(of: $0) }
    guard shapes.allSatisfy({ $0 == shapes[0] }) else { throw misfit(shapes, module) }
    return try append(.addition(addition), inputs, module)
  }

  private func misfit(_ shapes: [FeatureShape], _ module: ModuleRecord) -> ModelFormatError {
    module.failure(
      "inputs of \(shapes.prefix(8).map(\.description).joined(separator: " and "))",
      expected: "maps that fit this \(module.type)")
  }

  /// Counts a module that is being built: they may contain each other and so be many in a short file.
  mutating func countModule(_ module: ModuleRecord, depth: Int) throws(ModelFormatError) {
    moduleCount += 1
    guard depth < Self.depthLimit else {
      throw module.failure("modules nested \(depth) deep", expected: "at most \(Self.depthLimit)")
    }
    guard moduleCount <= Self.moduleLimit else {
      throw module.failure(
        "module number \(moduleCount)", expected: "at most \(Self.moduleLimit) modules")
    }
  }

  /// Counts learned numbers, each time that they are used.
  mutating func count(_ numbers: Int, _ module: ModuleRecord) throws(ModelFormatError) {
    parameterCount += numbers
    let stored = module.checkpoint.storedCount
    guard parameterCount <= DarknetBuilder.countLimit, parameterCount / Self.sharingLimit <= stored
    else {
      throw module.failure(
        "\(parameterCount) learned numbers up to here, of \(stored) that the file holds",
        expected: "at most \(Self.sharingLimit) times as many, and \(DarknetBuilder.countLimit) "
          + "in all")
    }
  }

  /// Accounts for memory that the modules alone ask for, before it is taken: tables and fixed windows.
  mutating func reserve(_ count: Int, _ module: ModuleRecord) throws(ModelFormatError) {
    guard let sum = CheckedArithmetic.sum(derivedCount, count),
      sum <= DarknetBuilder.derivedLimit
    else {
      throw module.failure(
        "a \(module.type) whose table has \(count) numbers",
        expected: "at most \(DarknetBuilder.derivedLimit) in all such tables")
    }
    derivedCount = sum
  }
}
