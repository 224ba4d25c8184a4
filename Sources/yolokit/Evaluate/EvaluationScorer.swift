import YOLOKit

/// Gathers what was found in the pictures, by one of the two methods.
struct EvaluationScorer {
  /// How accuracy is measured.
  let method: EvaluationMethod
  /// How many objects there were, crowds left out.
  private(set) var objectCount = 0
  /// How many crowds there were.
  private(set) var crowdCount = 0
  /// How many detections there were.
  private(set) var detectionCount = 0
  /// How many pictures there were.
  private(set) var imageCount = 0
  private var coco: COCOEvaluator
  private var yolov5: YOLOv5Evaluator

  /// Begins.
  init(_ method: EvaluationMethod, classCount: Int) {
    self.method = method
    coco = COCOEvaluator(classCount: classCount)
    yolov5 = YOLOv5Evaluator(classCount: classCount)
  }

  /// Adds a picture.
  mutating func add(_ detections: [Detection], objects: [GroundTruthObject]) {
    let found = detections.map { ScoredBox($0) }
    switch method {
    case .coco: coco.add(objects: objects, detections: found)
    case .yolov5: yolov5.add(objects: objects, detections: found)
    }
    let crowds = objects.count { $0.isCrowd }
    imageCount += 1
    detectionCount += detections.count
    crowdCount += crowds
    objectCount += objects.count - crowds
  }

  /// The numbers.
  func score() -> EvaluationScore {
    switch method {
    case .coco: .coco(coco.result())
    case .yolov5: .yolov5(yolov5.result())
    }
  }
}
