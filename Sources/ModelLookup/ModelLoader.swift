import CommandLineKit
import YOLOKit

/// Loads the model that a command names, with its real weights or with ones made from a seed.
package struct ModelLoader {
  /// A model, and what it was made of.
  package struct Loaded {
    /// The model.
    package let model: Model
    /// The files that were read; none where all was made up.
    package let files: [String]
    /// The model's name, or its file's without folder and ending.
    package let name: String
  }

  private let options: ModelOptions
  private let seed: UInt64?
  private let gain: Double

  /// `--synthetic` and `--gain`.
  package static let options: [OptionSpecification] = [
    .value(
      "synthetic", "SEED",
      help: "Make the weights up from this number instead of reading them; they find nothing, but "
        + "cost as much. MODEL may then also be yolov5n, s, m, l, x, or one of these with a 6."),
    .value(
      "gain", "G",
      help: "How much a layer with made-up weights amplifies. Default: 2, which suits leaky units."),
  ]

  /// Reads the options of a command.
  ///
  /// - Throws: `UsageError` when `--synthetic` has no usable value or excludes another option.
  package init(_ options: ModelOptions, _ arguments: ScannedArguments) throws(UsageError) {
    try arguments.refuse(
      "synthetic", with: "weights", because: "one makes the weights up, the other names them")
    self.options = options
    seed = try arguments.integer("synthetic", in: 0...Int.max).map { UInt64($0) }
    gain = try arguments.number("gain", in: 0.01...100) ?? 2
    if seed == nil, arguments.hasValue("gain") {
      throw .conflict(
        "--gain", "real weights", reason: "it is for weights that --synthetic makes up")
    }
  }

  /// Loads the model.
  ///
  /// - Throws: ``ModelLocationError`` or `ModelFormatError`.
  package func load() throws -> Loaded {
    let size = options.inputSize.map { ($0.width, $0.height) }
    if let seed, case .name(let name) = options.reference,
      let architecture = ModelArchitecture(named: name)
    {
      let model = try Model(architecture: architecture, seed: seed, gain: gain, inputSize: size)
      return Loaded(model: model, files: [], name: name)
    }
    let files = try ModelLocator(options: options, needsWeights: seed == nil).locate()
    guard let seed else {
      return Loaded(
        model: try files.load(inputSize: options.inputSize), files: files.all, name: files.name)
    }
    let model = try Model(
      syntheticWeightsFor: files.mainFile, seed: seed, gain: gain, inputSize: size)
    return Loaded(model: model, files: [files.mainFile], name: files.name)
  }
}
