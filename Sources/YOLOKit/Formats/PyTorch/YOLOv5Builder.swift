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
  private(set) var warnings: [String] = []
  /// Learned numbers so far, batch normalisations' statistics included.
  var parameterCount = 0
  /// The layer that is being built, from 0.
  var layer = 0
  private var outputs: [Network.Source] = []

  /// Modules nest this deep at most.
  static let depthLimit = 32

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
      warnings.append("\(checkpoint.path): \(unnamed) of \(classCount) classes have no name")
    }
    labels = ClassLabels(names)
  }

  /// The largest step from input pixel to cell, in pixels; the input's sides are multiples of it.
  static func largestStride(of checkpoint: TorchCheckpoint) throws(ModelFormatError) -> Int {
    let model = try YOLOv5Checkpoint.model(in: checkpoint)
    guard let head = try model.requiredChild("model").children.last?.module else {
      throw model.failure("no layers", expected: "a head")
    }
    try checkHead(head)
    let count = try head.requiredChild("m").children.count
    return Int(try strides(of: head, count: count).max() ?? 32)
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
    let before = parameterCount
    let output = try build(module, inputs, depth: 0)
    outputs.append(output)
    network.layers.append(
      Network.Layer(
        output: output,
        summary: LayerSummary(
          index: layer, kind: module.type, settings: settings(of: module),
          inputs: inputs.map(layerIndex(of:)), outputShape: network.shape(of: output),
          parameterCount: parameterCount - before,
          floatingPointOperations: operations(ofLayer: layer))))
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

  private func layerIndex(of source: Network.Source) -> Int {
    guard case .node(let index) = source else { return -1 }
    return network.nodes[index].layer
  }

  private func settings(of module: ModuleRecord) -> String {
    let repeats = module.child("m")?.children.count ?? 0
    return module.type.hasPrefix("C3") || module.type == "BottleneckCSP"
      ? "\(repeats) bottleneck\(repeats == 1 ? "" : "s")" : ""
  }

  private func operations(ofLayer layer: Int) -> Int {
    network.nodes.reduce(0) { sum, node in
      guard node.layer == layer, case .convolution(let convolution) = node.operation else {
        return sum
      }
      return sum + 2 * node.outputShape.pixels * convolution.weights.count
    }
  }

  // MARK: - The head

  /// Detect: a 1x1 convolution for each input, whose numbers are the boxes.
  ///
  /// Each becomes a layer of its own, numbered on from Detect's.
  private mutating func detect(
    _ module: ModuleRecord, _ inputs: [Network.Source]
  ) throws(ModelFormatError) {
    try Self.checkHead(module)
    let branches = try module.requiredChild("m").children.map(\.module)
    guard branches.count == inputs.count else {
      throw module.failure(
        "\(branches.count) convolutions for \(inputs.count) inputs", expected: "one for each")
    }
    guard let table = try module.tensor("anchors"), table.shape.count == 3,
      table.shape[0] == branches.count, table.shape[1] > 0, table.shape[2] == 2
    else {
      throw module.failure("no usable anchors", expected: "[\(branches.count), n, 2] of them")
    }
    let strides = try Self.strides(of: module, count: branches.count)
    let anchorCount = table.shape[1]
    if let claimed = module.attribute("na")?.int, claimed != anchorCount {
      throw module.failure("na=\(claimed)", expected: "\(anchorCount), as its anchors have")
    }
    if let claimed = module.attribute("nc")?.int, !(1...100_000).contains(claimed) {
      throw module.failure("nc=\(claimed)", expected: "1…100000 classes")
    }
    for (index, (branch, input)) in zip(branches, inputs).enumerated() {
      let before = parameterCount
      let output = try build(branch, [input], depth: 0)
      let shape = network.shape(of: output)
      let perAnchor = shape.channels / anchorCount
      guard shape.channels % anchorCount == 0, perAnchor > 5 else {
        throw branch.failure(
          "\(shape.channels) channels", expected: "\(anchorCount) anchors x (5 + classes)")
      }
      if let claimed = module.attribute("nc")?.int, claimed != perAnchor - 5, index == 0 {
        warnings.append(
          "\(module.checkpoint.path): the model says \(claimed) classes, its head has "
            + "\(perAnchor - 5); the head is right")
      }
      let anchors = (0..<anchorCount).map { n in
        let place = (index * anchorCount + n) * 2
        return Anchor(
          width: table.values[place] * strides[index],
          height: table.values[place + 1] * strides[index])
      }
      guard
        anchors.allSatisfy({
          $0.width > 0 && $0.height > 0 && $0.width.isFinite && $0.height.isFinite
        })
      else { throw module.failure("anchors \(anchors)", expected: "sizes above 0") }
      network.heads.append(
        Head(
          source: output, layer: layer, classCount: perAnchor - 5,
          kind: .yolo(YOLOHead(anchors: anchors, scaleXY: 2, sizes: .squared))))
      network.layers.append(
        Network.Layer(
          output: output,
          summary: LayerSummary(
            index: layer, kind: "Detect",
            settings:
              "\(perAnchor - 5) classes, \(anchorCount) anchors, stride \(Int(strides[index]))",
            inputs: [layerIndex(of: input)], outputShape: shape,
            parameterCount: parameterCount - before,
            floatingPointOperations: operations(ofLayer: layer))))
      layer += 1
    }
    guard Set(network.heads.map(\.classCount)).count == 1 else {
      throw module.failure("heads of different numbers of classes", expected: "the same number")
    }
  }

  /// Refuses heads that are no YOLOv5 Detect, by name.
  private static func checkHead(_ module: ModuleRecord) throws(ModelFormatError) {
    switch module.type {
    case "Detect":
      let hasAnchors = try module.tensor("anchors") != nil
      guard hasAnchors else {
        throw YOLOv5Checkpoint.refused(
          module, "a model whose head has no anchors (YOLOv5u, v8 or later)",
          "Only YOLOv5's own models with anchors are read.")
      }
    case "Segment":
      throw YOLOv5Checkpoint.refused(
        module, "a segmentation model", "Masks are not read; use the detection model of that size.")
    case "Classify":
      throw YOLOv5Checkpoint.refused(
        module, "a classification model", "It finds no boxes; use a detection model.")
    default:
      throw YOLOv5Checkpoint.refused(
        module, "a model whose last layer is \(shortened(module.fullType))",
        "Its last layer has to be YOLOv5's Detect.")
    }
  }

  private static func strides(
    of module: ModuleRecord, count: Int
  ) throws(ModelFormatError) -> [Float] {
    guard let strides = try module.tensor("stride")?.values, strides.count == count,
      strides.allSatisfy({ (1...1024).contains($0) && $0 == $0.rounded() })
    else { throw module.failure("no usable strides", expected: "\(count) whole numbers") }
    return strides
  }

  // MARK: - Nodes

  /// Adds a node to the layer that is being built.
  mutating func append(
    _ operation: Operation, _ inputs: [Network.Source], _ module: ModuleRecord
  ) throws(ModelFormatError) -> Network.Source {
    let shapes = inputs.map { network.shape(of: $0) }
    guard let shape = operation.outputShape(shapes),
      let count = CheckedArithmetic.product(shape.height, shape.width, shape.channels),
      count <= DarknetBuilder.countLimit
    else {
      throw module.failure(
        "inputs of \(shapes.map(\.description).joined(separator: " and "))",
        expected: "maps that fit this \(module.type)")
    }
    return network.append(operation, inputs: inputs, outputShape: shape, layer: layer)
  }
}
