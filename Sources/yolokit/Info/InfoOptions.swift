import CommandLineKit
import ModelLookup

/// What `yolokit info` is to show.
struct InfoOptions: Sendable {
  /// The model.
  let model: ModelOptions

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    let expected = "one model, by name or as a file; for example: yolokit info yolov3-tiny"
    guard let operand = arguments.operands.first else {
      throw .missingOperand(expected: expected)
    }
    if let second = arguments.operands.dropFirst().first {
      throw .unexpectedOperand(found: second.description, expected: expected)
    }
    guard let text = operand.text, !text.isEmpty else {
      throw .invalidValue(
        option: "model", found: operand.description, expected: "a name or a path in UTF-8")
    }
    model = try ModelOptions(arguments, model: text)
  }
}
