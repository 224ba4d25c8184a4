/// The numbers that YOLOv5's `val.py` prints.
///
/// All are 0…1. Classes without an object are not part of any mean.
public struct YOLOv5Evaluation: Sendable, Hashable {
  /// How many pictures were looked at.
  public let imageCount: Int
  /// The score, 0…1, at which the mean F1 is best and precision and recall are read; nil where no
  /// detection is right.
  public let bestScore: Double?
  /// The numbers of each class, in class order; nil where there was nothing of it to find.
  public let classes: [YOLOv5ClassEvaluation?]

  /// The mean precision at ``bestScore``; nil where there was nothing to find.
  public var precision: Double? { mean(classes.map { $0?.precision }) }
  /// The mean recall at ``bestScore``; nil where there was nothing to find.
  public var recall: Double? { mean(classes.map { $0?.recall }) }
  /// mAP over ten overlaps from 0.50 to 0.95; nil where there was nothing to find.
  public var averagePrecision: Double? { mean(classes.map { $0?.averagePrecision }) }
  /// mAP at an overlap of 0.50; nil where there was nothing to find.
  public var averagePrecision50: Double? { mean(classes.map { $0?.averagePrecision50 }) }

  /// The mean precision of all classes at each of ``COCOEvaluation/recallPoints``.
  ///
  /// - Parameter threshold: The overlap's number: 0 for 0.50, 1 for 0.55 … 9 for 0.95.
  /// - Returns: 101 numbers; none where there is nothing to find or the overlap does not exist.
  public func meanPrecisions(atOverlap threshold: Int) -> [Double] {
    let curves = classes.compactMap { $0?.precisions(atOverlap: threshold) }
      .filter { !$0.isEmpty }
    return curves.isEmpty
      ? []
      : COCOEvaluation.recallPoints.indices.map { point in mean(curves.map { $0[point] }) ?? 0 }
  }
}
