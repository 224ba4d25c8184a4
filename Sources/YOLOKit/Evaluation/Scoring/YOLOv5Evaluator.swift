/// Average precision as the YOLOv5 project measures it.
///
/// Gives what `val.py` of YOLOv5 7.0 prints: ten overlaps from 0.50 to 0.95, the area under the curve
/// of precision by 101 points, and precision and recall at the score with the best mean F1. It is not
/// the COCO method: there are no sizes and no crowds, and another detection may be the right one.
/// Boxes are compared in single precision, as PyTorch does. Source: Ultralytics YOLOv5 7.0,
/// `val.py` and `utils/metrics.py`.
///
/// Pictures are matched as they are added and only the outcome is kept. A value without shared state;
/// add from one thread at a time.
public struct YOLOv5Evaluator: Sendable {
  /// How many classes there are.
  public let classCount: Int
  /// How many pictures were added.
  public private(set) var imageCount = 0
  private var outcomes: [YOLOv5ClassOutcome]

  /// Begins an evaluation.
  ///
  /// - Parameter classCount: How many classes the model tells apart; none if it is negative.
  public init(classCount: Int) {
    self.classCount = max(classCount, 0)
    outcomes = Array(repeating: YOLOv5ClassOutcome(), count: self.classCount)
  }

  /// Adds one picture.
  ///
  /// - Parameters:
  ///   - objects: What there is. Crowds are left out: YOLO's label files have none.
  ///   - detections: What was found, in any order; those with equal scores keep theirs. Detections
  ///     with numbers that are not finite are left out.
  public mutating func add(objects: [GroundTruthObject], detections: [ScoredBox]) {
    imageCount += 1
    let wanted = objects.filter { !$0.isCrowd }
    let objectsByClass = Dictionary(grouping: wanted, by: \.classIndex)
    let detectionsByClass = Dictionary(grouping: detections, by: \.classIndex)
    for index in Set(objectsByClass.keys).union(detectionsByClass.keys)
    where outcomes.indices.contains(index) {
      outcomes[index].add(
        objects: (objectsByClass[index] ?? []).map(\.box.corners),
        detections: ScoredBox.ranked(detectionsByClass[index] ?? []))
    }
  }

  /// The numbers for all pictures that were added so far.
  public func result() -> YOLOv5Evaluation {
    let curves = outcomes.map { $0.objectCount > 0 ? $0.curves() : nil }
    // Without a single right detection YOLOv5 prints zeros all through.
    let isHopeless = !outcomes.contains { $0.hasRightDetection }
    let place = isHopeless ? nil : YOLOv5Curves.bestPlace(curves.compactMap { $0 })
    return YOLOv5Evaluation(
      imageCount: imageCount,
      bestScore: place.map { YOLOv5Curves.scorePoints[$0] },
      classes: zip(outcomes, curves).map { outcome, curves in
        guard let curves else { return nil }
        return YOLOv5ClassEvaluation(
          objectCount: outcome.objectCount,
          precision: place.map { curves.precisionByScore[$0] } ?? 0,
          recall: place.map { curves.recallByScore[$0] } ?? 0,
          averagePrecisions: curves.averagePrecisions, precisions: curves.precisions)
      })
  }
}
