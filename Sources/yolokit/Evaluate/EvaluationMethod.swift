/// How accuracy is measured.
enum EvaluationMethod: String, Sendable {
  /// As pycocotools does.
  case coco
  /// As YOLOv5's `val.py` does.
  case yolov5

  /// What the command line can say.
  enum Choice: String, Sendable, CaseIterable {
    case automatic, coco, yolov5
  }

  /// The method that is meant.
  ///
  /// - Parameters:
  ///   - choice: What the command line says.
  ///   - hasCOCOLabels: Whether the labels are a COCO file.
  init(_ choice: Choice, hasCOCOLabels: Bool) {
    switch choice {
    case .automatic: self = hasCOCOLabels ? .coco : .yolov5
    case .coco: self = .coco
    case .yolov5: self = .yolov5
    }
  }

  /// For a person.
  var title: String {
    switch self {
    case .coco: "COCO method"
    case .yolov5: "YOLOv5 method"
    }
  }

  /// The most detections a picture, where the command line does not say: the COCO method has a limit
  /// of its own for each class.
  var detectionLimit: Int {
    switch self {
    case .coco: -1
    case .yolov5: 300
    }
  }
}
