extension YOLOv5Builder {
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

  /// Detect: a 1x1 convolution for each input, whose numbers are the boxes.
  ///
  /// Each becomes a layer of its own, numbered on from Detect's.
  mutating func detect(
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
      let (before, firstNode) = (parameterCount, network.nodes.count)
      let output = try build(branch, [input], depth: 0)
      let shape = network.shape(of: output)
      let perAnchor = shape.channels / anchorCount
      guard shape.channels % anchorCount == 0, perAnchor > 5 else {
        throw branch.failure(
          "\(shape.channels) channels", expected: "\(anchorCount) anchors x (5 + classes)")
      }
      if let claimed = module.attribute("nc")?.int, claimed != perAnchor - 5, index == 0 {
        warnings.append(
          "\(MessageText.visible(module.checkpoint.path)): the model says \(claimed) classes, its head has "
            + "\(perAnchor - 5); the head is right")
      }
      let anchors = try Self.anchors(
        table.values[index * anchorCount * 2..<(index + 1) * anchorCount * 2],
        stride: strides[index], module)
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
            floatingPointOperations: operations(from: firstNode))))
      layer += 1
    }
    guard Set(network.heads.map(\.classCount)).count == 1 else {
      throw module.failure("heads of different numbers of classes", expected: "the same number")
    }
  }

  /// Anchors in pixels out of those in cells.
  private static func anchors(
    _ sizes: ArraySlice<Float>, stride: Float, _ module: ModuleRecord
  ) throws(ModelFormatError) -> [Anchor] {
    let pixels = sizes.map { $0 * stride }
    guard pixels.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw module.failure("anchors \(pixels.prefix(16))", expected: "sizes above 0")
    }
    return Swift.stride(from: 0, to: pixels.count, by: 2).map {
      Anchor(width: pixels[$0], height: pixels[$0 + 1])
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
}
