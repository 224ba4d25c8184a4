/// A detection as it is evaluated.
public struct ScoredBox: Sendable, Hashable {
  /// The class, as the index of the model's output, from 0.
  public var classIndex: Int
  /// Where, in pixels of the picture.
  public var box: EvaluationBox
  /// How sure, 0…1.
  public var score: Double

  /// Makes a detection.
  ///
  /// - Parameters:
  ///   - classIndex: The index of the model's output, from 0.
  ///   - box: Where, in pixels.
  ///   - score: How sure, 0…1.
  public init(classIndex: Int, box: EvaluationBox, score: Double) {
    self.classIndex = classIndex
    self.box = box
    self.score = score
  }

  /// Takes what an ``ObjectDetector`` found.
  public init(_ detection: Detection) {
    self.init(
      classIndex: detection.category.index, box: EvaluationBox(detection.boundingBox),
      score: Double(detection.category.score))
  }

  /// The detections with finite numbers, best first; equal ones in their order.
  static func ranked(_ detections: [ScoredBox]) -> [ScoredBox] {
    let usable = detections.filter { $0.box.isFinite && $0.score.isFinite }
    return usable.indices.sorted {
      usable[$0].score != usable[$1].score ? usable[$0].score > usable[$1].score : $0 < $1
    }.map { usable[$0] }
  }
}
