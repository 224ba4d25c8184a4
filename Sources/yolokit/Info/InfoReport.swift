import CommandLineKit
import ModelLookup
import YOLOKit

/// What is inside a model, and what is on the disk.
struct InfoReport: Sendable {
  /// The files.
  let files: ModelFiles
  /// Layers, shapes, sizes and heads.
  let summary: ModelSummary
  /// The bytes of the weights file; nil where there is none.
  let foundWeightBytes: Int?
  /// The names of the classes; nil where there is no file with them, or no weights to load them
  /// with.
  let labels: ClassLabels?
  /// What is odd about the files.
  let warnings: [String]

  /// Reads a model's description.
  init(_ options: InfoOptions) throws {
    files = try ModelLocator(options: options.model, needsWeights: false).locate()
    guard let weights = files.weights else {
      let model = try files.load(inputSize: options.model.inputSize)
      (summary, labels, warnings) = (model.summary, model.labels, model.warnings)
      foundWeightBytes = nil
      return
    }
    let (summary, warnings) = try Model.summary(
      configurationPath: files.mainFile,
      inputSize: options.model.inputSize.map { ($0.width, $0.height) })
    self.summary = summary
    foundWeightBytes = FileStatus(SystemPath(weights)).map(\.byteCount)
    guard foundWeightBytes == summary.expectedWeightBytes else {
      labels = nil
      self.warnings = warnings
      return
    }
    // Whatever is wrong with the weights or names is worth showing, but no reason to show nothing.
    do throws(ModelFormatError) {
      let model = try files.load(inputSize: options.model.inputSize)
      labels = files.names == nil ? nil : model.labels
      self.warnings = model.warnings
    } catch {
      labels = nil
      self.warnings = warnings + ["\(error)"]
    }
  }
}
