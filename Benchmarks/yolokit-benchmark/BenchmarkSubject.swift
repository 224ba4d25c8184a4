import CommandLineKit
import ModelLookup
import YOLOKit

/// A model that is measured, found but not loaded.
struct BenchmarkSubject {
  private enum Origin {
    case files(ModelFiles)
    case syntheticFile(String)
    case architecture(ModelArchitecture)
  }

  /// What the report calls it.
  let name: String
  private let origin: Origin
  private let inputSize: ModelOptions.InputSize?

  /// Where the made-up weights start.
  private static let seed: UInt64 = 1

  /// Finds the files of a model; with made-up weights a network that is known by name needs none.
  ///
  /// - Throws: `ModelLocationError` or `ModelFormatError`.
  init(_ options: ModelOptions, isSynthetic: Bool) throws {
    inputSize = options.inputSize
    if isSynthetic, case .name(let name) = options.reference,
      let architecture = ModelArchitecture(named: name)
    {
      self.name = name
      origin = .architecture(architecture)
      return
    }
    let files = try ModelLocator(options: options, needsWeights: !isSynthetic).locate()
    name = files.name
    origin = isSynthetic ? .syntheticFile(files.mainFile) : .files(files)
  }

  /// Loads the model.
  func load() throws(ModelFormatError) -> Model {
    let size = inputSize.map { ($0.width, $0.height) }
    return switch origin {
    case .files(let files): try files.load(inputSize: inputSize)
    case .syntheticFile(let path):
      try Model(syntheticWeightsFor: path, seed: Self.seed, inputSize: size)
    case .architecture(let architecture):
      try Model(architecture: architecture, seed: Self.seed, inputSize: size)
    }
  }

  /// A detector whose network always has its whole input: in a rectangle of the picture's shape it
  /// would have less to do than the model's operations say.
  static func detector(
    for model: Model, threads: Int
  ) throws(ObjectDetectorError) -> ObjectDetector {
    var options = ObjectDetectorOptions()
    options.threads = threads
    if model.resizePolicy == .rectangle { options.resizePolicy = .letterbox }
    return try ObjectDetector(model: model, options: options)
  }
}
