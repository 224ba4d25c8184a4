/// How the program that a model was trained with makes pictures into inputs, and boxes into results.
///
/// A network finds best what is shown to it as in training, so these belong to the model.
struct InputConventions: Hashable, Sendable {
  /// How pictures are resized.
  enum Resampling: String, Sendable {
    /// Darknet's own bilinear, on floats, with the outermost pixels staying outermost.
    case darknet
    /// OpenCV's `INTER_LINEAR`, on bytes.
    case openCV
  }

  /// How pictures are resized.
  var resampling: Resampling
  /// The grey around a letterboxed picture, 0…1.
  var fill: Float
  /// How pictures are fitted where the options leave it to the model.
  var resizePolicy: ResizePolicy
  /// What the sides of an input of any other size than the model's own are multiples of; nil where the
  /// network takes only its own size.
  var sizeMultiple: Int?
  /// The score that a detection must exceed where the options leave it to the model, 0…1.
  var scoreThreshold: Float
  /// Whether a box counts for each of its classes above the threshold, not for the best one only.
  var isMultiLabel: Bool

  /// Darknet's: floats, 0.5, a threshold of 0.5, every class.
  static func darknet(_ policy: ResizePolicy) -> InputConventions {
    InputConventions(
      resampling: .darknet, fill: 0.5, resizePolicy: policy, sizeMultiple: nil,
      scoreThreshold: 0.5, isMultiLabel: true)
  }

  /// YOLOv5's `detect.py`: bytes, 114, the smallest rectangle, a threshold of 0.25, the best class.
  static func yolov5(stride: Int) -> InputConventions {
    InputConventions(
      resampling: .openCV, fill: 114.0 / 255, resizePolicy: .rectangle, sizeMultiple: stride,
      scoreThreshold: 0.25, isMultiLabel: false)
  }
}
