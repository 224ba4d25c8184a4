import VisionTypes

/// What the tracker remembers of one object between frames.
struct Hold: Sendable {
  let id: Int
  /// The last sighting.
  var detection: Detection
  /// The time of the first sighting, in seconds.
  var firstSeen: Double
  /// The time of the last sighting, in seconds.
  var lastSeen: Double
  /// Whether the latest frame lacked the object.
  var isMissing = false

  /// The hold as the game sees it; while the object is missing its age stands still.
  func heldObject(by rules: CatchRules) -> HeldObject {
    let age = lastSeen - firstSeen
    return HeldObject(
      id: id, detection: detection, age: age, progress: rules.progress(afterHolding: age),
      isCaught: rules.isCaught(afterHolding: age))
  }
}
