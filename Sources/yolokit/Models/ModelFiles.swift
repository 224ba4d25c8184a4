import CommandLineKit
import YOLOKit

/// The files that make up a model.
struct ModelFiles: Sendable, Equatable {
  /// The `.cfg` file.
  let configuration: String
  /// The `.weights` file.
  let weights: String
  /// The `.names` file; nil where there is none.
  let names: String?

  /// The model's name: its cfg's without folder and extension.
  var name: String {
    SystemPath(configuration).stemAndExtension.stem.repairedText
  }

  /// Reads the files.
  func load(inputSize: ModelOptions.InputSize?) throws(ModelFormatError) -> Model {
    try Model(
      configurationPath: configuration, weightsPath: weights, namesPath: names,
      inputSize: inputSize.map { ($0.width, $0.height) })
  }
}
