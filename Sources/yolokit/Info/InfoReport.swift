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
  /// The names of the classes; nil where there is no file with them.
  let labels: ClassLabels?
  /// What is odd about the files.
  let warnings: [String]

  /// Reads a model's description.
  init(_ options: InfoOptions) throws {
    files = try ModelLocator(options: options.model, needsWeights: false).locate()
    let (summary, warnings) = try Model.summary(
      configurationPath: files.configuration,
      inputSize: options.model.inputSize.map { ($0.width, $0.height) })
    self.summary = summary
    foundWeightBytes = FileStatus(SystemPath(files.weights)).map(\.byteCount)
    labels = nil
    self.warnings = warnings
  }
}
