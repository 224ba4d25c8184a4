extension TargetProgress {
  /// What one frame changed.
  public struct Change: Sendable, Hashable {
    /// The targets caught in this frame and not before, in the order of the list.
    public var newlyCaught: [String]
    /// Whether this frame won the round; `true` once in a round.
    public var wonRound: Bool
  }
}
