import CommandLineKit

/// Which model to use, as the command line says it.
package struct ModelOptions: Sendable {
  /// What a model is called by.
  package enum Reference: Sendable, Equatable {
    /// A short name that is looked up in the weights folders: `yolov3-tiny`.
    case name(String)
    /// The path of a `.cfg` file or a checkpoint.
    case file(String)

    /// Takes what has a slash or ends like a model's file as a path, all else as a name.
    package init(_ text: String) {
      let isFile = (["cfg"] + ModelFiles.checkpointEndings).contains {
        text.lowercased().hasSuffix(".\($0)")
      }
      self = text.contains("/") || isFile ? .file(text) : .name(text)
    }
  }

  /// The size of a network's input.
  package struct InputSize: Sendable, Equatable {
    /// In pixels, 1…65536.
    package let width: Int
    /// In pixels, 1…65536.
    package let height: Int
  }

  /// The model that is used when none is named.
  package static let defaultName = "yolov3-tiny"

  /// The model.
  package let reference: Reference
  /// The weights, where they are not found by the model's name.
  package let weights: String?
  /// The file with the names of the classes, where it is not found by the model's name.
  package let names: String?
  /// A Darknet `.data` file that says where the names are.
  package let data: String?
  /// The one folder to look in.
  package let weightsFolder: String?
  /// The input's size in place of the model's own.
  package let inputSize: InputSize?

  /// Reads the options of a command.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - model: The model's name or file, where an operand gives it.
  /// - Throws: `UsageError` when an option has no usable value or excludes another.
  package init(_ arguments: ScannedArguments, model: String? = nil) throws(UsageError) {
    let named = try arguments.text("model")
    reference = Reference(model ?? named ?? Self.defaultName)
    weights = try arguments.text("weights")
    names = try arguments.text("names")
    data = try arguments.text("data")
    weightsFolder = try arguments.text("weights-dir")
    inputSize = try Self.inputSize(arguments)
    try arguments.refuse("names", with: "data", because: "both say where the names are")
    if case .file(let path) = reference, weightsFolder != nil {
      throw .conflict(
        "--weights-dir", path, reason: "the folder is for models by name, and this one is a file")
    }
  }

  /// Reads `416` or `608x352`.
  private static func inputSize(_ arguments: ScannedArguments) throws(UsageError) -> InputSize? {
    guard let text = try arguments.text("input-size") else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    let numbers = sides.compactMap { Int($0) }.filter { (1...65_536).contains($0) }
    guard numbers.count == sides.count, numbers.count <= 2, let width = numbers.first else {
      throw .invalidValue(
        option: "--input-size", found: VisibleText.of(text),
        expected: "pixels as N or WIDTHxHEIGHT, such as 416 or 608x352")
    }
    return InputSize(width: width, height: numbers.last ?? width)
  }
}

extension ModelOptions {
  /// `--input-size`, which also commands without weights have.
  package static let inputSizeOption = OptionSpecification.value(
    "input-size", "N|WxH",
    help: "Size of the network's input in pixels instead of the model's own: larger finds "
      + "smaller objects and takes longer.")
  /// `--weights-dir`.
  package static let weightsFolderOption = OptionSpecification.value(
    "weights-dir", "DIR", help: "Look for models by name in this folder only.")
  /// `--weights`.
  package static let weightsOption = OptionSpecification.value(
    "weights", "FILE", help: "Weights file; without it NAME.weights beside the cfg.")
  /// `--names`.
  package static let namesOption = OptionSpecification.value(
    "names", "FILE", help: "Class names; without it NAME.names or coco.names beside the cfg.")
  /// `--data`.
  package static let dataOption = OptionSpecification.value(
    "data", "FILE", help: "Darknet .data file that says where the names are.")

  /// The options that say which model to use.
  package static let group = OptionGroup(
    "Model",
    [
      .value(
        "model", short: "m", "NAME|FILE",
        help:
          "Model by name, or its file: a Darknet .cfg, a YOLOv5 checkpoint (.pt) or a converted "
          + "model (.safetensors). Default: \(defaultName)."),
      weightsOption, namesOption, dataOption, weightsFolderOption, inputSizeOption,
    ])

  /// Where models by name are looked for, for the help.
  package static let lookup = HelpPage.Section(
    "Where models are",
    "A model NAME is a pair of files, NAME.cfg and NAME.weights, with NAME.names or coco.names "
      + "beside them, a YOLOv5 checkpoint NAME.pt, or a converted model NAME.safetensors. They are "
      + "looked for in the folder $YOLOKIT_WEIGHTS, then in ./Weights, then in a folder Weights "
      + "beside the program or above it. \"Tools/fetch-weights NAME\" "
      + "downloads one.")
}
