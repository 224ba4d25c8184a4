import CommandLineKit
import ModelLookup

/// What `yolokit layers` is to do.
struct LayersOptions {
  /// Loads the model.
  let loader: ModelLoader
  /// The layers; nil for the heads.
  let layers: [Int]?
  /// Where the input's formula starts.
  let seed: UInt64
  /// The folder for the files.
  let folder: SystemPath

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    let model = try arguments.oneModel(
      "one model, by name or by file; for example: yolokit layers yolov3-tiny -o raw")
    loader = try ModelLoader(ModelOptions(arguments, model: model), arguments)
    guard let folder = try arguments.path("output") else {
      throw .missingValue(option: "--output", placeholder: "DIR")
    }
    self.folder = folder
    seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    var layers: [Int] = []
    for text in try arguments.list("layers") {
      guard let layer = Int(text), layer >= 0 else {
        throw .invalidValue(
          option: "--layers", found: VisibleText.of(text),
          expected: "numbers of layers with commas between them")
      }
      if !layers.contains(layer) { layers.append(layer) }
    }
    self.layers = layers.isEmpty ? nil : layers
  }
}
