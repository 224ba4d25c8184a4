/// A box shape that a detection head starts from, in pixels of the network's input.
public struct Anchor: Sendable, Hashable {
  /// Width, in pixels of the network's input.
  public var width: Float
  /// Height, in pixels of the network's input.
  public var height: Float

  /// Makes an anchor.
  public init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }
}
