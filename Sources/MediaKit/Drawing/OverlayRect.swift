import VisionTypes

/// A rectangle on the picture's pixel grid, in pixels from the top left.
struct OverlayRect: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func intersects(_ other: OverlayRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

extension OverlayRect {
  /// The part of a box inside the picture, moved to whole pixels and at least one pixel large.
  ///
  /// - Returns: `nil` for a box outside the picture, turned inside out, or of numbers that are
  ///   not finite.
  init?(_ box: BoundingBox, width: Int, height: Int) {
    guard box.isFinite, box.xMax >= box.xMin, box.yMax >= box.yMin else { return nil }
    guard box.xMax > 0, box.yMax > 0, box.xMin < Float(width), box.yMin < Float(height) else {
      return nil
    }
    let inside = box.clipped(width: width, height: height)
    let left = min(Double(inside.xMin).rounded(), Double(width - 1))
    let top = min(Double(inside.yMin).rounded(), Double(height - 1))
    self.init(
      x: left, y: top,
      width: max(Double(inside.xMax).rounded() - left, 1),
      height: max(Double(inside.yMax).rounded() - top, 1))
  }
}
