import CommandLineKit
import YOLOKit

/// The files that make up a model.
package struct ModelFiles: Sendable, Equatable {
  /// The `.cfg` file, or the file that holds everything: a checkpoint or a converted model.
  package let mainFile: String
  /// The `.weights` file; nil where the main file holds the weights.
  package let weights: String?
  /// The `.names` file; nil where there is none, or the main file holds the names.
  package let names: String?

  /// The endings of files that hold a whole model.
  package static let checkpointEndings = ["pt", "pth", convertedEnding]
  /// The ending of converted models.
  package static let convertedEnding = "safetensors"

  /// Whether one file holds everything.
  package var isCheckpoint: Bool { weights == nil }

  /// Whether the model is one that `yolokit convert` wrote.
  package var isConverted: Bool {
    SystemPath(mainFile).lowercasedExtension == Self.convertedEnding
  }

  /// All files.
  package var all: [String] { [mainFile, weights, names].compactMap { $0 } }

  /// The model's name: its main file's without folder and ending.
  package var name: String {
    SystemPath(mainFile).stemAndExtension.stem.repairedText
  }

  /// Reads the files.
  package func load(inputSize: ModelOptions.InputSize?) throws(ModelFormatError) -> Model {
    let size = inputSize.map { ($0.width, $0.height) }
    guard let weights else {
      return isConverted
        ? try Model(convertedPath: mainFile, inputSize: size)
        : try Model(checkpointPath: mainFile, inputSize: size)
    }
    return try Model(
      configurationPath: mainFile, weightsPath: weights, namesPath: names, inputSize: size)
  }
}
