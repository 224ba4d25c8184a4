import VisionTypes

/// A detected object with how long it has been held in view.
public struct HeldObject: Sendable, Hashable, Identifiable {
  /// The number of the hold: the same from frame to frame, never used twice by one tracker.
  public let id: Int
  /// Where the object was seen last and what it is.
  public let detection: Detection
  /// From its first sighting to its last, in seconds; at least 0.
  public let age: Double
  /// How much of the catch timer has run, 0…1.
  public let progress: Double
  /// Whether it has been held long enough.
  public let isCaught: Bool

  /// The name of the object's class in the model's list.
  public var className: String { detection.category.categoryName }
}
