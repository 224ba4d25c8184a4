import TensorKernels

/// Writes a model as a converted model: all tensors, and the network that they belong to.
struct ConvertedModelWriter {
  /// A run of numbers, and what the header says about it.
  private struct Tensor {
    let name: String
    let shape: [Int]
    let storage: FloatStorage

    /// The zeros between its end and the next boundary.
    var padding: [UInt8] {
      [UInt8](repeating: 0, count: ConvertedFormat.gap(after: storage.count * 4))
    }
  }

  private let model: Model
  private let provenance: ModelProvenance?
  private var tensors: [Tensor] = []

  /// Collects the tensors of a model.
  init(_ model: Model, provenance: ModelProvenance?) {
    self.model = model
    self.provenance = provenance
    for (index, node) in model.network.nodes.enumerated() {
      collect(node.operation, TensorNames(node: index, layer: node.layer), node, model.network)
    }
  }

  /// Writes the file beside its place, then renames it.
  ///
  /// - Throws: ``ModelExportError``.
  func write(to path: String) throws(ModelExportError) {
    try checkNumbers(path)
    var header = self.header()
    var checksum = CRC32()
    checksum.update(header.span.bytes)
    for tensor in tensors {
      tensor.storage.withSpan { checksum.update($0.bytes) }
      checksum.update(tensor.padding.span.bytes)
    }
    header.replaceSubrange(
      ConvertedFormat.checksumRange, with: ConvertedFormat.digits(checksum.value))
    let file = try OutputFile(path: path)
    try file.write(header)
    for tensor in tensors {
      try file.write(tensor.storage)
      try file.write(tensor.padding)
    }
    try file.commit()
  }

  // MARK: - Tensors

  private mutating func collect(
    _ operation: Operation, _ names: TensorNames, _ node: Network.Node, _ network: Network
  ) {
    switch operation {
    case .convolution(let convolution):
      let window = convolution.window
      add(
        names("weight"),
        [convolution.filters, window.kernelHeight, window.kernelWidth, convolution.channels],
        convolution.weights)
      add(names("bias"), [convolution.filters], convolution.bias)
    case .connected(let connected):
      let input = network.shape(of: node.inputs[0])
      add(
        names("weight"), [connected.outputs, input.height, input.width, input.channels],
        connected.weights)
      add(names("bias"), [connected.outputs], connected.bias)
    case .batchNormalization(let normalization):
      for (part, values) in normalization.parts {
        add(names(part), [values.count], WeightTensor(values))
      }
    case .addition(let addition):
      for (index, weights) in addition.weights.enumerated() {
        add(names("weight.\(index)"), [weights.count], weights)
      }
    default: break
    }
  }

  private mutating func add(_ name: String, _ shape: [Int], _ tensor: WeightTensor) {
    tensors.append(Tensor(name: name, shape: shape, storage: tensor.storage))
  }

  /// Refuses numbers that no reader would take.
  private func checkNumbers(_ path: String) throws(ModelExportError) {
    for tensor in tensors {
      let place = tensor.storage.withMutableSpan { firstNonFinite($0) }
      if let place { throw .notFinite(file: path, tensor: tensor.name, index: place) }
    }
  }

  // MARK: - The header

  /// Length and header, with zeros for the checksum's digits; padded with blanks so that the data
  /// begins at a boundary.
  private func header() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("__metadata__")
      writer.object { writeMetadata(&$0) }
      var offset = 0
      for (index, tensor) in tensors.enumerated() {
        let end = offset + tensor.storage.count * 4
        Self.write(&writer, tensor.name, "F32", tensor.shape, offset..<end)
        let padding = tensor.padding.count
        if padding > 0 {
          let name = "\(ConvertedFormat.paddingPrefix)\(index)"
          Self.write(&writer, name, "U8", [padding], end..<end + padding)
        }
        offset = end + padding
      }
    }
    var json = writer.bytes
    let blanks = ConvertedFormat.gap(after: 8 + json.count)
    json += [UInt8](repeating: UInt8(ascii: " "), count: blanks)
    return (0..<8).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) } + json
  }

  private static func write(
    _ writer: inout JSONWriter, _ name: String, _ element: String, _ shape: [Int],
    _ bytes: Range<Int>
  ) {
    writer.key(name)
    writer.object { writer in
      writer.member("dtype", element)
      writer.member("shape", shape)
      writer.member("data_offsets", [bytes.lowerBound, bytes.upperBound])
    }
  }

  private func writeMetadata(_ writer: inout JSONWriter) {
    writer.member("checksum", "00000000")
    writer.member("format", ConvertedFormat.name)
    writer.member("version", ConvertedFormat.version)
    writer.member("graph", GraphText(model).json)
    var names = JSONWriter()
    names.list { list in for name in model.labels.names { list.write(name) } }
    writer.member("names", names.text)
    if let provenance { writer.member("provenance", provenance.json) }
  }
}

extension BatchNormalization {
  /// Its numbers by the names of their tensors.
  var parts: [(name: String, values: [Float])] {
    [("mean", mean), ("variance", variance), ("scale", scale), ("bias", bias)]
  }
}
