import VisionTypes

extension Detection {
  /// A detection from its class and the box's left, top, width and height, in pixels.
  static func of(
    _ className: String, _ x: Float, _ y: Float, _ width: Float, _ height: Float
  ) -> Detection {
    Detection(
      boundingBox: BoundingBox(xMin: x, yMin: y, xMax: x + width, yMax: y + height),
      category: Category(index: 0, score: 0.9, categoryName: className))
  }

  /// A detection that does not move.
  static func still(_ className: String) -> Detection {
    of(className, 200, 200, 200, 200)
  }
}
