import CommandLineKit
import ModelLookup
import YOLOKit

/// What one picture held.
struct PictureReport: Sendable {
  /// The picture's path as it was given.
  let path: SystemPath
  /// The picture's width, in pixels.
  let width: Int
  /// The picture's height, in pixels.
  let height: Int
  /// What was found.
  let result: ObjectDetectorResult
  /// How long it took to read and decode the file, in seconds.
  let readSeconds: Double
  /// The copy with boxes, where one was written.
  let annotated: SystemPath?

  /// How long each stage took.
  var timing: PictureTiming { PictureTiming(read: readSeconds, detector: result.timing) }
}

/// A picture that gave no result.
struct FailureReport: Sendable {
  /// The path as it was given.
  let path: SystemPath
  /// What went wrong, for a person.
  let message: String
}

/// What all pictures of a run share.
struct RunReport: Sendable {
  /// The files of the model.
  let files: ModelFiles
  /// What is inside the model.
  let summary: ModelSummary
  /// How many classes the model knows.
  let classCount: Int
  /// How long it took to load the model, in seconds.
  let loadSeconds: Double
}
