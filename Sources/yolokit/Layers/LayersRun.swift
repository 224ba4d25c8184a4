import CommandLineKit
import ModelLookup
import YOLOKit

/// Runs a network once and writes what its layers hand on.
struct LayersRun {
  private let options: LayersOptions

  /// Takes the options.
  init(_ options: LayersOptions) { self.options = options }

  /// Runs and writes.
  ///
  /// - Returns: A line for each file.
  /// - Throws: Whatever keeps the model from being read or run, or files from being written.
  func perform() throws -> [String] {
    let model = try options.loader.load().model
    let shape = model.summary.inputShape
    let planar = FormulaInput.numbers(seed: options.seed, count: shape.count)
    let input = FormulaInput.channelsLast(planar, shape)
    let outputs: [(name: String, output: LayerOutput)]
    if let layers = options.layers {
      outputs = try model.layerOutputs(input: input, layers: layers).map {
        ("layer\($0.layer)", $0)
      }
    } else {
      outputs = try model.rawHeadOutputs(input: input).enumerated().map { ("output\($0)", $1) }
    }
    try Folder.create(options.folder)
    try write(planar, shape, "input")
    for (name, output) in outputs { try write(output.planarValues, output.shape, name) }
    return outputs.map { name, output in
      "\(options.folder.appending("\(name).npy")): layer \(output.layer), \(output.shape)"
    }
  }

  private func write(_ planar: [Float], _ shape: FeatureShape, _ name: String) throws {
    let path = options.folder.appending("\(name).npy")
    guard let text = path.text else {
      throw OutputError.failed(target: path.description, reason: "its name is not in UTF-8")
    }
    let file = try OutputFile(path: text)
    try file.write(
      NumPyHeader.bytes(shape: [1, shape.channels, shape.height, shape.width]))
    try file.write(planar)
    try file.commit()
  }
}
