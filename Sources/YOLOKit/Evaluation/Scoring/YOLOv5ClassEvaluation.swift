/// The numbers of one class.
public struct YOLOv5ClassEvaluation: Sendable, Hashable {
  /// How many objects there are.
  public let objectCount: Int
  /// The share of detections that are right, at the score with the best mean F1.
  public let precision: Double
  /// The share of objects that are found, at the score with the best mean F1.
  public let recall: Double
  /// AP by overlap, 0.50, 0.55 … 0.95.
  public let averagePrecisions: [Double]
  /// Precision, `[overlap][recall]`.
  let precisions: [[Double]]

  /// AP over ten overlaps from 0.50 to 0.95.
  public var averagePrecision: Double { mean(averagePrecisions) ?? 0 }
  /// AP at an overlap of 0.50.
  public var averagePrecision50: Double { averagePrecisions.first ?? 0 }

  /// Precision at each of ``COCOEvaluation/recallPoints``.
  ///
  /// - Parameter threshold: The overlap's number: 0 for 0.50, 1 for 0.55 … 9 for 0.95.
  /// - Returns: 101 numbers; none where the overlap does not exist.
  public func precisions(atOverlap threshold: Int) -> [Double] {
    precisions.indices.contains(threshold) ? precisions[threshold] : []
  }
}
