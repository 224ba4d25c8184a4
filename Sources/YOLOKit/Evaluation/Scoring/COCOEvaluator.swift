/// Average precision as the COCO challenge measures it.
///
/// Gives what pycocotools' `COCOeval(iouType="bbox")` gives with its own settings: ten overlaps from
/// 0.50 to 0.95, 101 points of recall, at most 1, 10 or 100 detections for a picture and class, three
/// sizes of objects, crowds neither wanted nor wrong. Source: T.-Y. Lin et al., "Microsoft COCO: Common
/// Objects in Context", 2014, and its evaluation program.
///
/// Pictures are matched as they are added and only the outcome is kept, some 24 bytes a detection. A
/// value without shared state; add from one thread at a time.
///
/// ```swift
/// var evaluator = COCOEvaluator(classCount: model.labels.count)
/// for (objects, detections) in pictures {
///   evaluator.add(objects: objects, detections: detections.map { ScoredBox($0) })
/// }
/// print(evaluator.result().averagePrecision ?? 0)
/// ```
public struct COCOEvaluator: Sendable {
  /// How many classes there are.
  public let classCount: Int
  /// How many pictures were added.
  public private(set) var imageCount = 0
  private var outcomes: [COCOClassOutcome]

  /// Begins an evaluation.
  ///
  /// - Parameter classCount: How many classes the model tells apart; none if it is negative.
  public init(classCount: Int) {
    self.classCount = max(classCount, 0)
    outcomes = Array(repeating: COCOClassOutcome(), count: self.classCount)
  }

  /// Adds one picture.
  ///
  /// pycocotools takes the pictures in the order of their ids. Between detections of different
  /// pictures with the same score that order decides, so add them in it to get its very numbers.
  ///
  /// - Parameters:
  ///   - objects: What there is; of classes that do not exist, nothing is counted.
  ///   - detections: What was found, in any order; those with equal scores keep theirs. Detections
  ///     with numbers that are not finite are left out.
  public mutating func add(objects: [GroundTruthObject], detections: [ScoredBox]) {
    imageCount += 1
    let objectsByClass = Dictionary(grouping: objects, by: \.classIndex)
    let detectionsByClass = Dictionary(grouping: detections, by: \.classIndex)
    for index in Set(objectsByClass.keys).union(detectionsByClass.keys)
    where outcomes.indices.contains(index) {
      let best = ScoredBox.ranked(detectionsByClass[index] ?? [])
        .prefix(COCOEvaluation.detectionLimits[2])
      outcomes[index].add(COCOMatching(objects: objectsByClass[index] ?? [], detections: best))
    }
  }

  /// The numbers for all pictures that were added so far.
  public func result() -> COCOEvaluation {
    COCOEvaluation(imageCount: imageCount, classes: outcomes.map { $0.evaluation() })
  }
}
