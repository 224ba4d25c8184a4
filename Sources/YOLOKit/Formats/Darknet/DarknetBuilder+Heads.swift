extension DarknetBuilder {
  /// `[yolo]` and `[Gaussian_yolo]`.
  mutating func yolo(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let classes = try section.integer("classes", default: 20, in: 1...100_000)
    let total = try section.integer("num", default: 1, in: 1...10_000)
    let all = try anchors(&section, total: total)
    let mask = try section.integers("mask") ?? Array(0..<total)
    guard !mask.isEmpty, mask.allSatisfy({ (0..<all.count).contains($0) }) else {
      throw section.invalid("mask", expected: "numbers of anchors, 0…\(all.count - 1)")
    }
    var head = YOLOHead(anchors: mask.map { all[$0] })
    head.isGaussian = section.section.name == "Gaussian_yolo"
    head.scaleXY = try section.number("scale_x_y", default: 1, in: 0.01...100)
    head.isActivated = try section.flag("new_coords")
    head.sizes = head.isActivated ? .squared : .exponential
    try noteSuppression(&section)
    let perAnchor = head.classOffset + classes
    let needed = mask.count * perAnchor
    guard previousShape.channels == needed else {
      throw .invalidValue(
        section.place("classes"), key: "filters",
        found: "\(previousShape.channels) in \(previousName)",
        expected: "(\(classes) classes + \(head.classOffset)) x \(mask.count) anchors = \(needed)")
    }
    settings = "\(classes) classes, \(mask.count) anchors"
    return try appendHead(classes, .yolo(head))
  }

  /// `[region]`.
  mutating func region(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let classes = try section.integer("classes", default: 20, in: 1...100_000)
    let count = try section.integer("num", default: 1, in: 1...10_000)
    guard try section.integer("coords", default: 4, in: 0...1000) == 4 else {
      throw section.invalid("coords", expected: "4")
    }
    for key in ["tree", "map"] where section.has(key) {
      throw .unsupported(
        section.place(key), what: "[region] with a class tree (\(key)=)",
        remedy: "YOLO9000's tree of classes is not read; use a cfg without one.")
    }
    let all = try anchors(&section, total: count)
    var head = RegionHead(
      anchors: Array(all.prefix(count)), isSoftmax: try section.flag("softmax"))
    head.hasBackground = try section.flag("background")
    head.activatesCenters = dialect == .original
    try noteSuppression(&section)
    let needed = count * (5 + classes)
    guard previousShape.channels == needed else {
      throw .invalidValue(
        section.place("classes"), key: "filters",
        found: "\(previousShape.channels) in \(previousName)",
        expected: "(\(classes) classes + 5) x \(count) anchors = \(needed)")
    }
    settings = "\(classes) classes, \(count) anchors"
    return try appendHead(classes, .region(head))
  }

  /// `[detection]`, YOLOv1's head.
  mutating func detection(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source
  {
    let classes = try section.integer("classes", default: 1, in: 1...100_000)
    let side = try section.integer("side", default: 7, in: 1...1024)
    let boxes = try section.integer("num", default: 1, in: 1...1000)
    guard try section.integer("coords", default: 1, in: 0...1000) == 4 else {
      throw section.invalid("coords", expected: "4")
    }
    let head = GridHead(
      side: side, boxesPerCell: boxes, isSquareRoot: try section.flag("sqrt"),
      isSoftmax: try section.flag("softmax"))
    let needed = side * side * (boxes * 5 + classes)
    guard previousShape.count == needed, previousShape.pixels == 1 else {
      throw .invalidValue(
        section.place("side"), key: "inputs", found: "\(previousShape)",
        expected: "\(side) x \(side) cells x (\(boxes) boxes x 5 + \(classes) classes) = \(needed)")
    }
    settings = "\(classes) classes, \(side)x\(side) cells, \(boxes) boxes"
    return try appendHead(classes, .grid(head))
  }

  private mutating func appendHead(
    _ classes: Int, _ kind: Head.Kind
  ) throws(ModelFormatError) -> Network.Source {
    let output = try append(.identity, [contiguousPrevious()], previousShape)
    network.heads.append(Head(source: output, layer: layer, classCount: classes, kind: kind))
    return output
  }

  /// The layer before in words.
  private var previousName: String {
    layer == 0 ? "the network's input" : "layer \(layer - 1)"
  }

  /// The anchors of a section: pairs of width and height.
  private func anchors(
    _ section: inout SectionReader, total: Int
  ) throws(ModelFormatError) -> [Anchor] {
    guard let numbers = try section.numbers("anchors"), numbers.count % 2 == 0,
      numbers.count >= 2 * total, numbers.allSatisfy({ $0 > 0 })
    else {
      throw section.invalid(
        "anchors", expected: "\(total) pairs of a width and a height above 0 (num=\(total))")
    }
    return stride(from: 0, to: numbers.count, by: 2).map {
      Anchor(width: numbers[$0], height: numbers[$0 + 1])
    }
  }

  /// Says so where the cfg asks for another suppression than the one that is done.
  private mutating func noteSuppression(_ section: inout SectionReader) throws(ModelFormatError) {
    _ = section.has("beta_nms")
    guard let kind = section.text("nms_kind"), kind != "default", kind != "greedynms" else {
      return
    }
    warnings.append(
      "\(section.place("nms_kind")): nms_kind=\(shortened(kind)) is not done; boxes are suppressed "
        + "greedily by their intersection over union")
  }
}
