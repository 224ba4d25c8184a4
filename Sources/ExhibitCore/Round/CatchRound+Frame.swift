extension CatchRound {
  /// What one frame showed and changed.
  public struct Frame: Sendable, Hashable {
    /// The frame's objects with their ages, in the order of the detections.
    public var heldObjects: [HeldObject]
    /// The targets caught in this frame and not before, in the order of the list.
    public var newlyCaught: [String]
    /// Whether this frame won the round; `true` once in a round.
    public var wonRound: Bool
  }
}
