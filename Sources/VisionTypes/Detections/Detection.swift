/// One found object: where it is and what it is.
public struct Detection: Sendable, Hashable {
  /// Where, in pixels of the picture as it was given.
  public var boundingBox: BoundingBox
  /// What it most probably is.
  public var category: Category

  /// Makes a detection.
  public init(boundingBox: BoundingBox, category: Category) {
    self.boundingBox = boundingBox
    self.category = category
  }
}
