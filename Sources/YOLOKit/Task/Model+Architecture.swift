extension Model {
  /// Makes a model of a network that is known by name, with weights made from a seed.
  ///
  /// For benchmarks, and for trying out what a network of some size costs. It finds nothing.
  ///
  /// - Parameters:
  ///   - architecture: The network.
  ///   - classCount: How many classes it tells apart, 1…100000; they are called by their numbers.
  ///   - seed: Where the sequence of numbers starts.
  ///   - gain: How much each layer amplifies, above 0.
  ///   - inputSize: The largest width and height of the network's input, in pixels; each is rounded up
  ///     to a multiple of the network's largest stride. Nil for 640x640.
  /// - Throws: ``ModelFormatError`` when a number is out of range.
  public init(
    architecture: ModelArchitecture, classCount: Int = 80, seed: UInt64, gain: Double = 2,
    inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) {
    let variant: YOLOv5Variant
    switch architecture {
    case .yolov5(let chosen): variant = chosen
    }
    let size = inputSize ?? (640, 640)
    guard (1...100_000).contains(classCount), (1...65_536).contains(size.width),
      (1...65_536).contains(size.height)
    else {
      throw .module(
        file: variant.rawValue, path: "(the input)",
        found: "\(size.width)x\(size.height) pixels, \(classCount) classes",
        expected: "sides of 1…65536 pixels and 1…100000 classes")
    }
    let roundedUp = { (side: Int) in (side + variant.stride - 1) / variant.stride * variant.stride }
    let built = try YOLOv5Synthesis(
      variant, classCount: classCount,
      inputSize: (width: roundedUp(size.width), height: roundedUp(size.height)),
      weights: SyntheticWeights(seed: seed, gain: gain))
    let summary = ModelSummary(
      network: built.network, parameterCount: built.parameterCount,
      expectedWeightBytes: built.parameterCount * 4)
    self.init(
      network: built.takeNetwork(), labels: ClassLabels(unnamed: classCount), summary: summary,
      warnings: [], conventions: .yolov5(stride: variant.stride))
  }
}
