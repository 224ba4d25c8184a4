/// How long and how still an object must be held in view to be caught.
///
/// A value of this type is always within its ranges: making one refuses anything else, so the
/// tracker needs no checks of its own.
public struct CatchRules: Sendable, Hashable {
  /// The legal values of ``requiredIntersection``.
  ///
  /// 1 is left out: the measure must be exceeded, and no two boxes overlap by more than all.
  public static let requiredIntersectionRange: ClosedRange<Float> = 0...0.99
  /// The legal values of ``objectTimerLength``, in seconds.
  public static let objectTimerLengthRange: ClosedRange<Double> = 0...600
  /// The legal values of ``graceTime``, in seconds.
  public static let graceTimeRange: ClosedRange<Double> = 0...10
  /// The legal values of ``longestFrameGap``, in seconds.
  public static let longestFrameGapRange: ClosedRange<Double> = 0.1...600

  /// The Dice coefficient that two boxes must exceed to be the same object, 0…0.99.
  public let requiredIntersection: Float
  /// The age that a held object must exceed to be caught, in seconds; 0 catches at first sight.
  public let objectTimerLength: Double
  /// How long an object may go undetected without losing its age, in seconds.
  ///
  /// 0 forgives nothing: a single frame without the object ends its hold. To forgive one missed
  /// frame it must be longer than the time of two. The time spent undetected counts towards the
  /// age, so keep it well below ``objectTimerLength``.
  public let graceTime: Double
  /// The longest time between two frames across which objects are followed, in seconds.
  ///
  /// After a longer one nobody knows what was held meanwhile, and every hold begins anew. It must
  /// be longer than the slowest detection takes.
  public let longestFrameGap: Double

  /// Makes rules after checking their ranges; every argument left out has its usual value.
  ///
  /// - Parameters:
  ///   - requiredIntersection: The Dice coefficient to exceed, 0…0.99.
  ///   - objectTimerLength: The age to exceed, in seconds, 0…600.
  ///   - graceTime: The time an object may go undetected, in seconds, 0…10.
  ///   - longestFrameGap: The longest time between frames, in seconds, 0.1…600.
  /// - Throws: ``CatchRulesError`` for the first value that is out of its range or not a number.
  public init(
    requiredIntersection: Float = CatchRules.standard.requiredIntersection,
    objectTimerLength: Double = CatchRules.standard.objectTimerLength,
    graceTime: Double = CatchRules.standard.graceTime,
    longestFrameGap: Double = CatchRules.standard.longestFrameGap
  ) throws(CatchRulesError) {
    try Self.check(
      requiredIntersection, within: Self.requiredIntersectionRange, as: "requiredIntersection")
    try Self.check(objectTimerLength, within: Self.objectTimerLengthRange, as: "objectTimerLength")
    try Self.check(graceTime, within: Self.graceTimeRange, as: "graceTime")
    try Self.check(longestFrameGap, within: Self.longestFrameGapRange, as: "longestFrameGap")
    self.init(
      unchecked: requiredIntersection, objectTimerLength, graceTime, longestFrameGap)
  }

  /// The usual rules: overlap above 0.9, held for 2 s, half a second of grace, gaps up to 5 s.
  public static let standard = CatchRules(unchecked: 0.9, 2, 0.5, 5)

  private init(
    unchecked requiredIntersection: Float, _ objectTimerLength: Double, _ graceTime: Double,
    _ longestFrameGap: Double
  ) {
    self.requiredIntersection = requiredIntersection
    self.objectTimerLength = objectTimerLength
    self.graceTime = graceTime
    self.longestFrameGap = longestFrameGap
  }

  private static func check<Value: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Value, within range: ClosedRange<Value>, as rule: String
  ) throws(CatchRulesError) {
    // A range contains no NaN, so this refuses it too.
    guard range.contains(value) else {
      throw .outOfRange(
        rule: rule, found: value.description,
        expected: "\(range.lowerBound)...\(range.upperBound)")
    }
  }
}
