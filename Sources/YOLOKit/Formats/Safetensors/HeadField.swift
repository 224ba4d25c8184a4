/// The settings of a head in the graph of a converted model.
struct HeadField {
  /// The head's kind with its settings.
  let kind: Head.Kind

  private enum Word: String {
    case yolo, region, grid
  }

  /// Reads an element of `heads`.
  init(_ field: JSONField<ModelFormatError>) throws(ModelFormatError) {
    switch try field.member("kind").word(Word.self) {
    case .yolo:
      kind = .yolo(
        YOLOHead(
          anchors: try Self.anchors(field),
          scaleXY: try field.member("scaleXY").number(in: 0.01...100),
          isActivated: try field.member("activated").truth(),
          sizes: try field.member("sizes").word(YOLOHead.Sizes.self),
          isGaussian: try field.member("gaussian").truth()))
    case .region:
      kind = .region(
        RegionHead(
          anchors: try Self.anchors(field), isSoftmax: try field.member("softmax").truth(),
          hasBackground: try field.member("background").truth(),
          activatesCenters: try field.member("activatesCenters").truth()))
    case .grid:
      kind = .grid(
        GridHead(
          side: try field.member("side").integer(in: 1...1024),
          boxesPerCell: try field.member("boxes").integer(in: 1...1000),
          isSquareRoot: try field.member("squareRoot").truth(),
          isSoftmax: try field.member("softmax").truth()))
    }
  }

  private static func anchors(
    _ field: JSONField<ModelFormatError>
  ) throws(ModelFormatError) -> [Anchor] {
    let pairs = try field.member("anchors").list(count: 1...10_000)
    return try pairs.map { pair throws(ModelFormatError) in
      let sides = try pair.list(count: 2...2).map { side throws(ModelFormatError) in
        let length = try side.number(in: 0...3e38)
        guard length > 0 else { throw side.failure("a length above 0") }
        return length
      }
      return Anchor(width: sides[0], height: sides[1])
    }
  }
}

extension Head {
  /// Whether its settings fit the numbers that it reads.
  func fits(_ shape: FeatureShape) -> Bool {
    switch kind {
    case .yolo(let settings):
      shape.channels == settings.anchors.count * (settings.classOffset + classCount)
    case .region(let settings): shape.channels == settings.anchors.count * (5 + classCount)
    case .grid(let settings):
      shape.pixels == 1
        && shape.count == settings.side * settings.side * (settings.boxesPerCell * 5 + classCount)
    }
  }
}
