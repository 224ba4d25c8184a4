import CommandLineKit
import YOLOKit

/// The pictures of an evaluation, each with what is in it.
struct LabelledPictures {
  /// One picture.
  struct Picture {
    /// The picture's file.
    let path: SystemPath
    /// What is in it.
    let labels: Labels
  }

  /// What is in a picture, in the form of its file.
  enum Labels {
    /// Boxes in pixels, and the picture that they belong to.
    case coco(COCOLabels.Image, [GroundTruthObject])
    /// Boxes as fractions of the picture.
    case yolo(YOLOLabels)
  }

  /// The pictures in the order in which they are evaluated.
  let pictures: [Picture]
  /// The names of all classes: the model's own, then those that only the labels have.
  let classNames: [String]
  /// What was odd but did not stop anything.
  let warnings: [String]
}

extension LabelledPictures.Labels {
  /// The objects in pixels of a picture.
  func objects(width: Int, height: Int) -> [GroundTruthObject] {
    switch self {
    case .coco(_, let objects): objects
    case .yolo(let labels): labels.objects(width: width, height: height)
    }
  }

  /// The size that the labels give the picture, where it is not the real one.
  func otherSize(width: Int, height: Int) -> (width: Int, height: Int)? {
    guard case .coco(let image, _) = self, let labelWidth = image.width,
      let labelHeight = image.height
    else { return nil }
    return (labelWidth, labelHeight) == (width, height) ? nil : (labelWidth, labelHeight)
  }
}
