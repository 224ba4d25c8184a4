/// Writes a graph as a ModelProto: operators of set 13, file format 8.
struct ONNXFile {
  /// The graph.
  let graph: ONNXGraph
  /// The program that writes, with its version.
  let program: String
  /// Texts about the model, by name.
  let properties: [(name: String, value: String)]

  /// The most bytes of a file: Protocol Buffers take no more.
  static let sizeLimit = Int(Int32.max)

  /// Writes the file beside its place, then renames it.
  ///
  /// - Throws: ``ModelExportError``.
  func write(to path: String) throws(ModelExportError) {
    let headers = graph.tensors.map(\.header)
    let prefixes = zip(graph.tensors, headers).map { tensor, header in
      var writer = ProtobufWriter()
      writer.begin(5, byteCount: header.count + tensor.byteCount)
      return writer.bytes + header
    }
    let ends = endsOfGraph()
    var graphCount = graph.nodes.bytes.count + ends.count
    for (tensor, prefix) in zip(graph.tensors, prefixes) {
      graphCount += prefix.count + tensor.byteCount
    }
    var model = ProtobufWriter()
    writeModel(&model)
    model.begin(7, byteCount: graphCount)
    let total = model.bytes.count + graphCount
    guard total <= Self.sizeLimit else {
      throw .tooLarge(file: path, bytes: total, limit: Self.sizeLimit)
    }
    let file = try OutputFile(path: path)
    try file.write(model.bytes)
    try file.write(graph.nodes.bytes)
    for (tensor, prefix) in zip(graph.tensors, prefixes) {
      try file.write(prefix)
      try tensor.writeValues(to: file)
    }
    try file.write(ends)
    try file.commit()
  }

  /// All fields of the ModelProto but the graph.
  private func writeModel(_ model: inout ProtobufWriter) {
    model.write(1, 8)
    model.write(2, program)
    model.message(8) { set in
      set.write(1, "")
      set.write(2, 13)
    }
    for (name, value) in properties {
      model.message(14) { entry in
        entry.write(1, name)
        entry.write(2, value)
      }
    }
  }

  /// The graph's name, inputs and outputs.
  private func endsOfGraph() -> [UInt8] {
    var writer = ProtobufWriter()
    writer.write(2, graph.name)
    for (field, ports) in [(11, graph.inputs), (12, graph.outputs)] {
      for port in ports { writer.message(field) { Self.write(port, &$0) } }
    }
    return writer.bytes
  }

  /// A ValueInfoProto: a tensor of floats with fixed sizes.
  private static func write(_ port: ONNXGraph.Port, _ writer: inout ProtobufWriter) {
    writer.write(1, port.name)
    writer.message(2) { type in
      type.message(1) { tensor in
        tensor.write(1, 1)
        tensor.message(2) { shape in
          for side in port.shape { shape.message(1) { $0.write(1, side) } }
        }
      }
    }
  }
}
