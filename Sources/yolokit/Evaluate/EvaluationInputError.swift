import CommandLineKit

/// Why pictures and labels cannot be brought together.
enum EvaluationInputError: Error, Equatable, CustomStringConvertible {
  /// Of all pictures none has labels.
  case noLabels(labels: String, pictureCount: Int, picture: String, expected: String)
  /// There is no picture at all.
  case noPictures(images: String)
  /// Two pictures would have the same labels.
  case sharedLabels(labels: String, first: String, second: String)
  /// Several entries of the labels fit a picture equally well.
  case ambiguous(labels: String, picture: String, candidates: [String])
  /// A name is not UTF-8, so no label file can be found by it.
  case unusableName(String)

  /// One or two sentences for a person.
  var description: String {
    switch self {
    case .noLabels(let labels, let count, let picture, let expected):
      "\(labels): none of the \(count) pictures has labels here; for \(picture), expected "
        + "\(expected). Check --images and --labels."
    case .noPictures(let images):
      "\(images): there is no picture to look at. Check --images."
    case .sharedLabels(let labels, let first, let second):
      "\(first) and \(second) would have the same labels, \(labels). Each picture needs its own; "
        + "evaluate folder by folder."
    case .ambiguous(let labels, let picture, let candidates):
      "\(labels): \(picture) may be \(candidates.joined(separator: " or ")). Name pictures by paths "
        + "that end as the labels have them."
    case .unusableName(let path):
      "\(path): the name is not UTF-8, so its labels cannot be found. Rename it."
    }
  }
}
