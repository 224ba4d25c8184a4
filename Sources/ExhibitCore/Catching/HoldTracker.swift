import VisionTypes

/// Follows objects from frame to frame and measures how long each is held in view.
///
/// An object is held as long as the frames keep showing a box of its class that overlaps its last
/// box by a Dice coefficient above ``CatchRules/requiredIntersection``. Each box inherits from at
/// most one earlier box and each earlier box hands on to at most one, so two objects of a class
/// never share a timer. A slow drift is unlimited, because only the last box is compared.
///
/// Time is the frame's, in seconds from any beginning, never the machine's clock:
/// - An object that frames lack keeps its age if it returns less than ``CatchRules/graceTime``
///   after it was last seen. It cannot be caught while it is missing.
/// - A frame earlier than the last one breaks the line of time: every hold begins anew at age 0.
///   So does a frame more than ``CatchRules/longestFrameGap`` after the last one.
/// - A frame whose time is not finite counts as shown at the last frame's time. Before the first
///   frame it is answered with ages of 0 and not remembered.
///
/// A value type without shared state; a copy follows its own frames.
public struct HoldTracker: Sendable {
  /// The rules by which objects are followed and caught.
  public let rules: CatchRules
  private var holds: [Hold] = []
  private var lastFrame: Double?
  private var nextID = 0

  /// Makes a tracker that has seen no frame.
  public init(rules: CatchRules = .standard) {
    self.rules = rules
  }

  /// The objects that the latest frame lacked and that may still return in time.
  ///
  /// Their detections and ages are those of the last sighting. A display shows them to keep a
  /// timer from flickering; they are never newly caught.
  public var missingObjects: [HeldObject] {
    holds.filter(\.isMissing).map { $0.heldObject(by: rules) }
  }

  /// Takes in one frame.
  ///
  /// - Parameters:
  ///   - detections: The frame's objects, boxes in pixels. One whose box is not finite or has no
  ///     area is left out.
  ///   - time: When the frame was shown, in seconds.
  /// - Returns: The frame's objects with their ages, in the order of `detections`.
  public mutating func update(detections: [Detection], at time: Double) -> [HeldObject] {
    let usable = detections.filter { detection in
      let area = detection.boundingBox.area
      return detection.boundingBox.isFinite && area.isFinite && area > 0
    }
    guard let now = time.isFinite ? time : lastFrame else {
      return usable.map { beginHold($0, at: 0).heldObject(by: rules) }
    }
    forgetLostHolds(at: now)
    let earlier = HoldMatching.bestPairs(
      holds, usable, exceeding: rules.requiredIntersection)
    let seen = zip(usable, earlier).map { detection, place in
      guard let place else { return beginHold(detection, at: now) }
      return Hold(
        id: holds[place].id, detection: detection, firstSeen: holds[place].firstSeen,
        lastSeen: now)
    }
    holds = seen + missingHolds(otherThan: Set(earlier.compactMap { $0 }), at: now)
    lastFrame = now
    return seen.map { $0.heldObject(by: rules) }
  }

  /// Forgets every object and the time.
  ///
  /// Call it whenever frames stop being shown to the visitor, or an object left in place is caught
  /// by the time that nobody held it.
  public mutating func reset() {
    holds = []
    lastFrame = nil
  }

  private mutating func beginHold(_ detection: Detection, at now: Double) -> Hold {
    defer { nextID += 1 }
    return Hold(id: nextID, detection: detection, firstSeen: now, lastSeen: now)
  }

  private mutating func forgetLostHolds(at now: Double) {
    guard let last = lastFrame else { return }
    if now < last || now - last > rules.longestFrameGap {
      holds = []
    } else {
      holds.removeAll { $0.isMissing && now - $0.lastSeen >= rules.graceTime }
    }
  }

  private func missingHolds(otherThan found: Set<Int>, at now: Double) -> [Hold] {
    holds.indices.compactMap { place in
      var hold = holds[place]
      guard !found.contains(place), now - hold.lastSeen < rules.graceTime else { return nil }
      hold.isMissing = true
      return hold
    }
  }
}
