import CommandLineKit
import YOLOKit

/// The pictures that an evaluation names.
struct EvaluationInputs {
  /// The pictures in the order of their naming, each once.
  let paths: [SystemPath]
  /// What was named but gives no picture.
  let failures: [FailureReport]

  /// Looks up what the command line names.
  ///
  /// - Throws: ``EvaluationInputError/noPictures(images:)`` or why a list cannot be read.
  init(_ options: EvaluateOptions) throws {
    let isList = PictureList.isList(options.images)
    let operands =
      isList
      ? try PictureList.paths(in: options.images, endsWithZero: options.listEndsWithZero)
      : [options.images]
    let inputs = PictureInputs(listEndsWithZero: options.listEndsWithZero).expand(operands)
    var (paths, failures): ([SystemPath], [FailureReport]) = ([], [])
    var seen: Set<SystemPath> = []
    for input in inputs {
      switch input {
      case .picture(let path): if seen.insert(path).inserted { paths.append(path) }
      case .failure(let path, let message):
        failures.append(FailureReport(path: path, message: message))
      }
    }
    guard !paths.isEmpty || !failures.isEmpty else {
      throw EvaluationInputError.noPictures(images: options.images.description)
    }
    self.paths = paths
    self.failures = failures
  }

  /// Brings the pictures together with labels.
  ///
  /// - Parameters:
  ///   - labels: A COCO file or a folder of YOLO files.
  ///   - isCOCO: Which of the two it is.
  ///   - classes: The model's classes.
  /// - Returns: The pictures with what is in them.
  /// - Throws: `LabelError` or ``EvaluationInputError``.
  func labelled(
    by labels: SystemPath, isCOCO: Bool, _ classes: ClassLabels
  ) throws -> LabelledPictures {
    guard isCOCO else {
      return try LabelledPictures.matching(paths, in: labels, classes: classes)
    }
    guard let path = labels.text else {
      throw EvaluationInputError.unusableName(labels.description)
    }
    return try LabelledPictures.matching(paths, in: COCOLabels(path: path), classes: classes)
  }
}
