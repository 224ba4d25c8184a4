/// Operators that move numbers without changing them.
extension ONNXBuilder {
  /// The same numbers in another shape.
  mutating func reshaped(_ input: String, _ shape: [Int]) -> String {
    graph.node("Reshape", [input, graph.integers(shape)])
  }

  /// The same numbers with their axes in another order.
  mutating func transposed(_ input: String, _ axes: [Int]) -> String {
    graph.node("Transpose", [input], [("perm", .integers(axes))])
  }

  /// A range along an axis, with steps.
  mutating func slice(
    _ input: String, axis: Int, _ range: Range<Int>, step: Int = 1
  ) -> String {
    let numbers = [[range.lowerBound], [range.upperBound], [axis], [step]]
    return graph.node("Slice", [input] + numbers.map { graph.integers($0) })
  }

  /// The map with something around it; counts for each axis.
  mutating func padded(_ input: String, begin: [Int], end: [Int], value: Float) -> String {
    graph.node("Pad", [input, graph.integers(begin + end), graph.scalar(value)])
  }

  /// Every pixel so many times in both directions.
  mutating func repeated(_ input: String, factor: Int) -> String {
    guard factor > 1 else { return input }
    let scales = graph.constant([1, 1, Float(factor), Float(factor)], shape: [4])
    return graph.node(
      "Resize", [input, "", scales],
      [
        ("mode", .text("nearest")), ("coordinate_transformation_mode", .text("asymmetric")),
        ("nearest_mode", .text("floor")),
      ])
  }

  /// Every number times a factor.
  mutating func scaled(_ input: String, by factor: Float) -> String {
    factor == 1 ? input : graph.node("Mul", [input, graph.scalar(factor)])
  }

  /// Pixels apart with zeros between them: a transposed convolution with a window of one pixel.
  mutating func zeroStuffed(
    _ input: String, _ shape: FeatureShape, stride: Int, extra: Int
  ) -> String {
    var output = input
    if stride > 1 {
      let ones = graph.constant(
        [Float](repeating: 1, count: shape.channels), shape: [shape.channels, 1, 1, 1])
      output = graph.node(
        "ConvTranspose", [input, ones],
        [
          ("group", .integer(shape.channels)), ("kernel_shape", .integers([1, 1])),
          ("strides", .integers([stride, stride])),
        ])
    }
    return extra == 0
      ? output : padded(output, begin: [0, 0, 0, 0], end: [0, 0, extra, extra], value: 0)
  }

  /// A reordering as the shape in which its axes swap places; see ``Reordering``.
  mutating func reordered(
    _ input: String, _ reordering: Reordering, _ shape: FeatureShape, _ output: FeatureShape
  ) -> String {
    let (h, w, c) = (shape.height, shape.width, shape.channels)
    let parts: [Int]
    let axes: [Int]
    switch reordering {
    case .reorg(let s): (parts, axes) = ([c / (s * s), h, s, w, s], [2, 4, 0, 1, 3])
    case .blocksToChannels(let s): (parts, axes) = ([c, h / s, s, w / s, s], [2, 4, 0, 1, 3])
    case .reorgReverse(let s), .channelsToBlocks(let s):
      (parts, axes) = ([s, s, c / (s * s), h, w], [2, 3, 0, 4, 1])
    case .flatten: (parts, axes) = ([c, h * w], [1, 0])
    case .flattenReverse: (parts, axes) = ([h * w, c], [1, 0])
    }
    return reshaped(transposed(reshaped(input, parts), axes), output.planarSides)
  }
}
