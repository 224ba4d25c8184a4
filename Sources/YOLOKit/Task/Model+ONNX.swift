extension Model {
  /// Writes the model for other runtimes, as an ONNX file of operator set 13.
  ///
  /// The input `images` is `[1, channels, height, width]` of numbers in 0…1, of the size in
  /// ``ModelSummary/inputShape``. Source of the format: `onnx/onnx.proto` and `docs/Operators.md` of
  /// the ONNX project.
  ///
  /// - Parameters:
  ///   - path: The file; one that exists is replaced when all is written.
  ///   - program: The program that writes it, with its version, for the file's own note.
  ///   - outputs: What comes out.
  /// - Throws: ``ModelExportError``, by name for a layer that ONNX has no words for.
  public func write(
    onnxTo path: String, program: String = "YOLOKit", outputs: ONNXOutputs = .raw
  ) throws(ModelExportError) {
    let builder = try ONNXBuilder(network, outputs: outputs, path: path)
    var names = JSONWriter()
    names.list { list in for name in labels.names { list.write(name) } }
    var anchors = JSONWriter()
    anchors.list { list in
      for head in summary.heads {
        list.list { pairs in
          for anchor in head.anchors {
            pairs.write(anchor.width)
            pairs.write(anchor.height)
          }
        }
      }
    }
    try ONNXFile(
      graph: builder.graph, program: program,
      properties: [("names", names.text), ("anchors", anchors.text)]
    ).write(to: path)
  }
}
