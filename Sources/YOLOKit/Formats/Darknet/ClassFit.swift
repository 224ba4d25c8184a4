/// How a cfg's learned numbers grow with its classes: tells for which number of classes a weights
/// file of another length was made.
struct ClassFit: Sendable {
  /// The classes of the cfg.
  let classCount: Int
  /// Learned numbers that each class adds, over all heads.
  let parametersPerClass: Int

  /// Looks at the convolutions that feed the heads; nil where heads are fed otherwise, or do not
  /// agree on their classes.
  init?(_ network: Network) {
    guard let first = network.heads.first else { return nil }
    var sum = 0
    for head in network.heads {
      guard head.classCount == first.classCount, head.layer > 0,
        let boxes = Self.boxesPerCell(head.kind)
      else { return nil }
      let before = network.layers[head.layer - 1].summary
      let (perFilter, rest) = before.parameterCount.quotientAndRemainder(
        dividingBy: before.outputShape.channels)
      guard before.kind.hasPrefix("conv"), perFilter > 0, rest == 0 else { return nil }
      sum += boxes * perFilter
    }
    classCount = first.classCount
    parametersPerClass = sum
  }

  /// How many classes make the learned numbers `difference` more; nil where no number does.
  func classCount(forDifference difference: Int) -> Int? {
    let (more, rest) = difference.quotientAndRemainder(dividingBy: parametersPerClass)
    return rest == 0 && classCount + more > 0 ? classCount + more : nil
  }

  /// Boxes, each of which has all class scores.
  private static func boxesPerCell(_ kind: Head.Kind) -> Int? {
    switch kind {
    case .yolo(let settings): settings.anchors.count
    case .region(let settings): settings.anchors.count
    case .grid: nil
    }
  }
}
