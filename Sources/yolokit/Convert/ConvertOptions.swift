import CommandLineKit
import ModelLookup

/// What `yolokit convert` is to do.
struct ConvertOptions {
  /// What is written.
  enum Format: String, CaseIterable {
    /// A converted model of this package.
    case safetensors
    /// A model for other runtimes.
    case onnx
  }

  /// Loads the model.
  let loader: ModelLoader
  /// The file to write.
  let output: String
  /// What is written into it.
  let format: Format
  /// Whether an ONNX model's output is boxes and scores instead of raw numbers.
  let isDecoded: Bool

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    let model = try arguments.oneModel(
      "one model, by name or by file; for example: yolokit convert yolov3-tiny -o tiny.onnx")
    loader = try ModelLoader(ModelOptions(arguments, model: model), arguments)
    guard let output = try arguments.text("output") else {
      throw .missingValue(option: "--output", placeholder: "FILE.safetensors|FILE.onnx")
    }
    self.output = output
    guard let format = Format(rawValue: SystemPath(output).lowercasedExtension) else {
      throw .invalidValue(
        option: "--output", found: VisibleText.of(output),
        expected: "a name that ends in .safetensors or .onnx")
    }
    self.format = format
    isDecoded = arguments.hasFlag("decoded")
    guard format == .onnx || !isDecoded else {
      throw .conflict(
        "--decoded", "--output \(VisibleText.of(output))",
        reason: "only an .onnx file can have boxes as its output")
    }
  }
}

extension ScannedArguments {
  /// The only operand, a model's name or file.
  ///
  /// - Parameter expected: What it should be, with an example.
  /// - Returns: The name or path.
  /// - Throws: `UsageError` when there is none, or more than one.
  func oneModel(_ expected: String) throws(UsageError) -> String {
    guard let operand = operands.first else { throw .missingOperand(expected: expected) }
    if let second = operands.dropFirst().first {
      throw .unexpectedOperand(found: second.description, expected: expected)
    }
    guard let text = operand.text, !text.isEmpty else {
      throw .invalidValue(
        option: "model", found: operand.description, expected: "a name or a path in UTF-8")
    }
    return text
  }
}
