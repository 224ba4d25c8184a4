/// Boxes instead of raw numbers.
extension ONNXBuilder {
  /// One output, `[1, boxes, 5 + classes]`: the boxes of all heads in file order, in each head by
  /// anchors, rows and columns, as YOLOv5's own export gives them.
  mutating func addDecodedOutput() throws(ModelExportError) {
    guard let first = network.heads.first else {
      throw .unsupported(
        file: path, layer: network.layers.count - 1, what: "the missing detection head",
        remedy: "Export the raw numbers instead.")
    }
    var parts: [String] = []
    var boxes = 0
    for head in network.heads {
      guard head.classCount == first.classCount else {
        throw .unsupported(
          file: path, layer: head.layer, what: "a head of another number of classes",
          remedy: "Export the raw numbers instead.")
      }
      parts.append(try decoded(head))
      let shape = network.shape(of: head.source)
      boxes += shape.pixels * (shape.channels / (5 + head.classCount))
    }
    _ = graph.node("Concat", parts, [("axis", .integer(1))], output: "output0")
    graph.outputs = [ONNXGraph.Port(name: "output0", shape: [1, boxes, 5 + first.classCount])]
  }

  private mutating func decoded(_ head: Head) throws(ModelExportError) -> String {
    let shape = network.shape(of: head.source)
    let perAnchor = 5 + head.classCount
    let anchors = head.anchors(shape: shape, inputShape: network.inputShape)
    let input = name(of: head.source)
    switch head.kind {
    case .yolo(let settings) where !settings.isGaussian:
      let rows = boxRows(input, shape, anchors: anchors.count, perAnchor: perAnchor)
      let isSquared = settings.sizes == .squared
      let active = settings.isActivated ? rows : graph.node("Sigmoid", [rows])
      let sizes = columns(isSquared ? active : rows, 2..<4)
      // (2 x)² is 4 x x.
      let factors =
        isSquared
        ? scaled(graph.node("Mul", [sizes, sizes]), by: 4) : graph.node("Exp", [sizes])
      return boxes(
        centers: columns(active, 0..<2), factors: factors, scores: [columns(active, 4..<perAnchor)],
        shape, anchors, scaleXY: settings.scaleXY)
    case .region(let settings) where !settings.hasBackground:
      let rows = boxRows(input, shape, anchors: anchors.count, perAnchor: perAnchor)
      let classes = columns(rows, 5..<perAnchor)
      let scores =
        settings.isSoftmax
        ? graph.node("Softmax", [classes], [("axis", .integer(2))])
        : graph.node("Sigmoid", [classes])
      return boxes(
        centers: graph.node("Sigmoid", [columns(rows, 0..<2)]),
        factors: graph.node("Exp", [columns(rows, 2..<4)]),
        scores: [graph.node("Sigmoid", [columns(rows, 4..<5)]), scores], shape, anchors, scaleXY: 1)
    default:
      throw .unsupported(
        file: path, layer: head.layer,
        what: "the decoding of a [\(network.layers[head.layer].summary.kind)] head like this one",
        remedy: "Export the raw numbers instead.")
    }
  }

  /// One row of numbers for each box: `[1, anchors * height * width, perAnchor]`.
  private mutating func boxRows(
    _ input: String, _ shape: FeatureShape, anchors: Int, perAnchor: Int
  ) -> String {
    let split = reshaped(input, [1, anchors, perAnchor, shape.pixels])
    return reshaped(transposed(split, [0, 1, 3, 2]), [1, anchors * shape.pixels, perAnchor])
  }

  private mutating func columns(_ rows: String, _ range: Range<Int>) -> String {
    slice(rows, axis: 2, range)
  }

  /// Puts boxes together from activated centres, factors of the anchors, and scores.
  private mutating func boxes(
    centers: String, factors: String, scores: [String], _ shape: FeatureShape,
    _ anchors: [Anchor], scaleXY: Float
  ) -> String {
    // The centre is (scaleXY x - (scaleXY - 1) / 2 + cell) * stride, in pixels.
    let strideX = Float(network.inputShape.width) / Float(shape.width)
    let strideY = Float(network.inputShape.height) / Float(shape.height)
    var cells: [Float] = []
    var sizes: [Float] = []
    for anchor in anchors {
      for row in 0..<shape.height {
        for column in 0..<shape.width {
          cells += [
            (Float(column) - (scaleXY - 1) / 2) * strideX,
            (Float(row) - (scaleXY - 1) / 2) * strideY,
          ]
          sizes += [anchor.width, anchor.height]
        }
      }
    }
    let count = anchors.count * shape.pixels
    let strides = graph.constant([scaleXY * strideX, scaleXY * strideY], shape: [1, 1, 2])
    let offsets = graph.constant(cells, shape: [1, count, 2])
    let anchorSizes = graph.constant(sizes, shape: [1, count, 2])
    let places = graph.node("Add", [graph.node("Mul", [centers, strides]), offsets])
    let extents = graph.node("Mul", [factors, anchorSizes])
    return graph.node("Concat", [places, extents] + scores, [("axis", .integer(2))])
  }
}
