extension BoundingBox {
  /// The area that two boxes share, in square pixels; 0 when they only touch.
  public func intersectionArea(_ other: BoundingBox) -> Float {
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// Intersection over union, 0…1: the measure that non-maximum suppression compares.
  ///
  /// 0 for two boxes without area.
  public func intersectionOverUnion(_ other: BoundingBox) -> Float {
    let shared = intersectionArea(other)
    let union = area + other.area - shared
    return union > 0 ? shared / union : 0
  }

  /// The Dice coefficient, 0…1: the shared area over the mean of both areas.
  ///
  /// The Heureka exhibit holds an object's timer by it. Dice `d` is intersection over union
  /// `d / (2 - d)`.
  public func diceCoefficient(_ other: BoundingBox) -> Float {
    let mean = (area + other.area) / 2
    return mean > 0 ? intersectionArea(other) / mean : 0
  }
}
