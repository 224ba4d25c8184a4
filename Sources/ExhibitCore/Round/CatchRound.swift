import VisionTypes

/// One round of the game: frames go in, catches and the win come out.
///
/// ```swift
/// var round = CatchRound(targets: TargetList(["cup", "book"], knownClasses: labels))
/// let frame = round.update(detections: detections, at: seconds)
/// if frame.wonRound { celebrate() }
/// ```
///
/// A value type that owns both memories of the game, who holds what and what is caught, so neither
/// outlives the other. It starts no timer and reads no clock.
public struct CatchRound: Sendable {
  /// How far each target is.
  public private(set) var targetProgress: TargetProgress
  private var tracker: HoldTracker

  /// Makes a round that has seen no frame.
  ///
  /// - Parameters:
  ///   - targets: The classes to catch.
  ///   - rules: How long and how still they must be held.
  public init(targets: TargetList, rules: CatchRules = .standard) {
    targetProgress = TargetProgress(targets: targets)
    tracker = HoldTracker(rules: rules)
  }

  /// Takes in one frame; ``HoldTracker`` says how times and boxes are read.
  ///
  /// - Parameters:
  ///   - detections: The frame's objects, boxes in pixels, of any class.
  ///   - time: When the frame was shown, in seconds.
  /// - Returns: The held objects and what they changed.
  public mutating func update(detections: [Detection], at time: Double) -> Frame {
    let held = tracker.update(detections: detections, at: time)
    let change = targetProgress.update(with: held, missing: tracker.missingObjects)
    return Frame(
      heldObjects: held, newlyCaught: change.newlyCaught, wonRound: change.wonRound)
  }

  /// Forgets what is being held but keeps what is caught.
  ///
  /// For a pause within a round, such as a camera turned away: objects still in place afterwards
  /// begin at age 0.
  public mutating func interrupt() {
    tracker.reset()
    _ = targetProgress.update(with: [])
  }

  /// Begins the next round: nothing is held, nothing is caught.
  public mutating func reset() {
    tracker.reset()
    targetProgress.reset()
  }
}
