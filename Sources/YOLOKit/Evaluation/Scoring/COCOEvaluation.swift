/// The numbers of the COCO challenge: the twelve that its program prints, and those of each class.
///
/// All are 0…1. A number is nil (-1 in pycocotools) where there was nothing to find. Classes without
/// an object are not part of any mean.
public struct COCOEvaluation: Sendable, Hashable {
  /// The recalls at which precision is read: 0.00, 0.01 … 1.00.
  public static let recallPoints = evenlySpaced(from: 0, through: 1, count: 101)
  /// How many detections of a picture and class count, at most.
  static let detectionLimits = [1, 10, 100]

  /// How many pictures were looked at.
  public let imageCount: Int
  /// The numbers of each class, in class order.
  public let classes: [COCOClassEvaluation]

  /// AP: the mean over ten overlaps from 0.50 to 0.95.
  public var averagePrecision: Double? { meanPrecision(.all) }
  /// AP at an overlap of 0.50.
  public var averagePrecision50: Double? { mean(classes.map(\.averagePrecision50)) }
  /// AP at an overlap of 0.75.
  public var averagePrecision75: Double? { mean(classes.map(\.averagePrecision75)) }
  /// AP of objects of at most 32² pixels.
  public var averagePrecisionSmall: Double? { meanPrecision(.small) }
  /// AP of objects of 32² to 96² pixels.
  public var averagePrecisionMedium: Double? { meanPrecision(.medium) }
  /// AP of objects of at least 96² pixels.
  public var averagePrecisionLarge: Double? { meanPrecision(.large) }
  /// AR: the share of objects found, with one detection a picture and class.
  public var averageRecall1: Double? { meanRecall(limit: 0) }
  /// AR with ten detections a picture and class.
  public var averageRecall10: Double? { meanRecall(limit: 1) }
  /// AR with a hundred detections a picture and class.
  public var averageRecall100: Double? { meanRecall(limit: 2) }
  /// AR of objects of at most 32² pixels, with a hundred detections.
  public var averageRecallSmall: Double? { meanRecall(.small) }
  /// AR of objects of 32² to 96² pixels, with a hundred detections.
  public var averageRecallMedium: Double? { meanRecall(.medium) }
  /// AR of objects of at least 96² pixels, with a hundred detections.
  public var averageRecallLarge: Double? { meanRecall(.large) }

  /// The mean precision of all classes at each of ``recallPoints``, at an overlap of 0.50…0.95.
  ///
  /// - Parameter threshold: The overlap's number: 0 for 0.50, 1 for 0.55 … 9 for 0.95.
  /// - Returns: 101 numbers; none where there is nothing to find or the overlap does not exist.
  public func meanPrecisions(atOverlap threshold: Int) -> [Double] {
    let curves = classes.map { $0.precisions(atOverlap: threshold) }.filter { !$0.isEmpty }
    return curves.isEmpty
      ? [] : Self.recallPoints.indices.map { point in mean(curves.map { $0[point] }) ?? 0 }
  }

  private func meanPrecision(_ size: COCOAreaRange) -> Double? {
    mean(classes.map { $0.averagePrecision(size) })
  }

  private func meanRecall(_ size: COCOAreaRange) -> Double? {
    mean(classes.map { $0.averageRecall(size) })
  }

  private func meanRecall(limit: Int) -> Double? {
    mean(classes.map { $0.averageRecall(limit: limit) })
  }
}
