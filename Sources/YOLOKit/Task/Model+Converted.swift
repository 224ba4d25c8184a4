extension Model {
  /// Loads a converted model (`.safetensors`), as ``write(convertedTo:provenance:)`` writes it.
  ///
  /// The file's checksum, shapes and numbers are all checked. What is detected is the same to the last
  /// bit as with the model that was converted. The article "Converted models" describes the file.
  ///
  /// - Parameters:
  ///   - convertedPath: The file.
  ///   - inputSize: Width and height of the network's input, in pixels, instead of the file's own; for
  ///     models of YOLOv5 each is rounded up to a multiple of the network's largest stride.
  /// - Throws: ``ModelFormatError`` when the file cannot be read, is damaged, or is another program's
  ///   safetensors file.
  public init(
    convertedPath: String, inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) {
    let file = try ConvertedModelFile(path: convertedPath)
    let names = try Self.names(file)
    let graph = try GraphReader(file)
    let (conventions, tensorBytes) = (graph.conventions, graph.tensorBytes)
    let parameterCount = graph.parameterCount
    var network = graph.takeNetwork()
    if let inputSize {
      network = try Self.resized(network, inputSize, conventions, convertedPath)
    }
    self.init(
      fused: network, labels: ClassLabels(names),
      summary: ModelSummary(
        network: network, parameterCount: parameterCount, expectedWeightBytes: tensorBytes),
      conventions: conventions)
  }

  /// Writes the model as one file that ``init(convertedPath:inputSize:)`` loads: network, weights and
  /// names, in the safetensors format.
  ///
  /// - Parameters:
  ///   - path: The file; one that exists is replaced when all is written.
  ///   - provenance: Where the model came from; nil to leave that out.
  /// - Throws: ``ModelExportError``.
  public func write(
    convertedTo path: String, provenance: ModelProvenance? = nil
  ) throws(ModelExportError) {
    try ConvertedModelWriter(self, provenance: provenance).write(to: path)
  }

  /// Makes a model of a network that is fused already; once more would fold normalisations into
  /// convolutions that have an activation by now.
  init(
    fused network: Network, labels: ClassLabels, summary: ModelSummary,
    conventions: InputConventions
  ) {
    self.network = network
    self.labels = labels
    self.summary = summary
    self.conventions = conventions
    warnings = []
  }

  /// The class names of a converted model.
  private static func names(_ file: ConvertedModelFile) throws(ModelFormatError) -> [String] {
    var reader = JSONReader<ModelFormatError>(
      Array((file.metadata["names"] ?? "").utf8), file: file.path)
    let field = JSONField<ModelFormatError>(
      value: try reader.readTree(depth: 2), place: "names", file: file.path)
    try reader.finish()
    return try field.list(count: 0...100_000).map { name throws(ModelFormatError) in
      try name.text()
    }
  }

  /// A network for another input size.
  private static func resized(
    _ network: Network, _ size: (width: Int, height: Int), _ conventions: InputConventions,
    _ path: String
  ) throws(ModelFormatError) -> Network {
    let sides = 1...65_536
    let multiple = conventions.sizeMultiple ?? 1
    let roundedUp = { (side: Int) in (side + multiple - 1) / multiple * multiple }
    guard sides.contains(size.width), sides.contains(size.height),
      var resized = network.reshaped(
        width: roundedUp(size.width), height: roundedUp(size.height)),
      resized.nodes.allSatisfy({ DarknetBuilder.isAllowed($0.outputShape) }),
      resized.heads.allSatisfy({ $0.fits(resized.shape(of: $0.source)) }),
      resized.reorderedCount <= DarknetBuilder.derivedLimit
    else {
      throw .module(
        file: path, path: "(the input)",
        found: shortened("\(size.width)x\(size.height)") + " pixels",
        expected: "a size that the network's layers can take, like its own of "
          + "\(network.inputShape.width)x\(network.inputShape.height)")
    }
    for index in resized.layers.indices {
      let before = network.layers[index].summary
      resized.layers[index].summary.floatingPointOperations = scaled(
        before.floatingPointOperations, by: resized.layers[index].summary.outputShape.pixels,
        over: before.outputShape.pixels)
    }
    return resized
  }

  /// A layer's work for another number of pixels; the largest number where that is out of range.
  private static func scaled(_ operations: Int, by pixels: Int, over before: Int) -> Int {
    let product = operations.multipliedFullWidth(by: pixels)
    guard product.high < before else { return .max }
    let (quotient, _) = before.dividingFullWidth(product)
    return quotient
  }
}

extension Network {
  /// The numbers of all tables that reorderings need.
  fileprivate var reorderedCount: Int {
    nodes.reduce(0) { sum, node in
      guard case .reordering = node.operation else { return sum }
      return sum + node.outputShape.count
    }
  }
}
