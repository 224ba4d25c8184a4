import CommandLineKit
import YOLOKit

/// The files that make up a model.
package struct ModelFiles: Sendable, Equatable {
  /// The `.cfg` file.
  package let configuration: String
  /// The `.weights` file.
  package let weights: String
  /// The `.names` file; nil where there is none.
  package let names: String?

  /// The model's name: its cfg's without folder and extension.
  package var name: String {
    SystemPath(configuration).stemAndExtension.stem.repairedText
  }

  /// Reads the files.
  package func load(inputSize: ModelOptions.InputSize?) throws(ModelFormatError) -> Model {
    try Model(
      configurationPath: configuration, weightsPath: weights, namesPath: names,
      inputSize: inputSize.map { ($0.width, $0.height) })
  }
}
