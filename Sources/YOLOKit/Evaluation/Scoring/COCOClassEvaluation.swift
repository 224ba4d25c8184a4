/// The numbers of one class; nil where there was nothing of it to find.
public struct COCOClassEvaluation: Sendable, Hashable {
  /// How many objects there are, crowds left out.
  public let objectCount: Int
  /// Precision, `[size][overlap][recall]`.
  let precisions: [[[Double]]?]
  /// Recall, `[size][overlap]`, with a hundred detections a picture.
  let recalls: [[Double]?]
  /// Recall, `[limit][overlap]`, for objects of all sizes.
  let limitedRecalls: [[Double]?]

  /// AP: the mean over ten overlaps from 0.50 to 0.95.
  public var averagePrecision: Double? { averagePrecision(.all) }
  /// AP at an overlap of 0.50.
  public var averagePrecision50: Double? { mean(precisions(atOverlap: 0)) }
  /// AP at an overlap of 0.75.
  public var averagePrecision75: Double? {
    mean(precisions(atOverlap: OverlapThresholds.index75))
  }
  /// AR with a hundred detections a picture.
  public var averageRecall100: Double? { averageRecall(.all) }

  /// Precision at each of ``COCOEvaluation/recallPoints``.
  ///
  /// - Parameter threshold: The overlap's number: 0 for 0.50, 1 for 0.55 … 9 for 0.95.
  /// - Returns: 101 numbers; none where there is nothing to find or the overlap does not exist.
  public func precisions(atOverlap threshold: Int) -> [Double] {
    guard let curves = precisions[COCOAreaRange.all.rawValue],
      curves.indices.contains(threshold)
    else { return [] }
    return curves[threshold]
  }

  func averagePrecision(_ size: COCOAreaRange) -> Double? {
    precisions[size.rawValue].flatMap { mean($0.joined().map { $0 }) }
  }

  func averageRecall(_ size: COCOAreaRange) -> Double? {
    recalls[size.rawValue].flatMap { mean($0) }
  }

  func averageRecall(limit: Int) -> Double? {
    limitedRecalls[limit].flatMap { mean($0) }
  }
}
