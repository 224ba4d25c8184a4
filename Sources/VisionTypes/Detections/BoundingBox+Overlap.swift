extension BoundingBox {
  /// The area that two boxes share, in square pixels.
  ///
  /// 0 when they only touch, when one has no area, and when an edge is not a number.
  public func intersectionArea(_ other: BoundingBox) -> Float {
    // `min` and `max` pass a NaN on or drop it depending on the order of their arguments, so the
    // boxes' own extents are asked: a NaN is greater than nothing.
    guard self.width > 0, self.height > 0, other.width > 0, other.height > 0 else { return 0 }
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// Intersection over union, 0…1: the measure that non-maximum suppression compares.
  ///
  /// 0 when neither box has an area, or when an area is too large for a `Float`.
  public func intersectionOverUnion(_ other: BoundingBox) -> Float {
    let shared = intersectionArea(other)
    let union = area + other.area - shared
    return union > 0 && union.isFinite ? shared / union : 0
  }

  /// The Dice coefficient, 0…1: the shared area over the mean of both areas.
  ///
  /// The Heureka exhibit holds an object's timer by it. Dice `d` is intersection over union
  /// `d / (2 - d)`. 0 when neither box has an area, or when an area is too large for a `Float`.
  public func diceCoefficient(_ other: BoundingBox) -> Float {
    let mean = (area + other.area) / 2
    return mean > 0 && mean.isFinite ? intersectionArea(other) / mean : 0
  }
}
