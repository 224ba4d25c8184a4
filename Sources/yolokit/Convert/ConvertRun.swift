import CommandLineKit
import ModelLookup
import YOLOKit

/// Writes a model in another format.
struct ConvertRun {
  private let options: ConvertOptions

  /// Takes the options.
  init(_ options: ConvertOptions) { self.options = options }

  /// Converts.
  ///
  /// - Returns: A line about what was written, and warnings about the model.
  /// - Throws: Whatever keeps the model from being read or written.
  func perform() throws -> (line: String, warnings: [String]) {
    let loaded = try options.loader.load()
    let output = SystemPath(options.output)
    try refuseInput(output, loaded.files)
    switch options.format {
    case .safetensors:
      let provenance = try ModelProvenance(
        paths: loaded.files, program: "yolokit \(PackageVersion.current)")
      try loaded.model.write(convertedTo: options.output, provenance: provenance)
    case .onnx:
      try loaded.model.write(
        onnxTo: options.output, program: "yolokit \(PackageVersion.current)",
        outputs: options.isDecoded ? .decoded : .raw)
    }
    let bytes = FileStatus(output)?.byteCount ?? 0
    let shape = loaded.model.summary.inputShape
    return (
      "\(VisibleText.of(options.output)): \(FixedDecimals.grouped(bytes)) bytes, input \(shape)",
      loaded.model.warnings
    )
  }

  /// Refuses to replace what was read.
  private func refuseInput(_ output: SystemPath, _ files: [String]) throws(OutputError) {
    guard let identity = FileStatus(output)?.identity else { return }
    for file in files where FileStatus(SystemPath(file))?.identity == identity {
      throw .failed(
        target: output.description, reason: "it is one of the model's files; name another --output")
    }
  }
}
