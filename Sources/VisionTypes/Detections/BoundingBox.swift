/// A rectangle in a picture, in pixels, with the origin at the picture's top left corner.
///
/// The edges are positions between pixels, so a box over the whole of a `w`×`h` picture is
/// `(0, 0, w, h)` and its width is `xMax - xMin`.
public struct BoundingBox: Sendable, Hashable {
  /// Left edge, in pixels from the left of the picture.
  public var xMin: Float
  /// Top edge, in pixels from the top of the picture.
  public var yMin: Float
  /// Right edge, in pixels from the left of the picture.
  public var xMax: Float
  /// Bottom edge, in pixels from the top of the picture.
  public var yMax: Float

  /// Makes a box from its four edges, in pixels.
  public init(xMin: Float, yMin: Float, xMax: Float, yMax: Float) {
    self.xMin = xMin
    self.yMin = yMin
    self.xMax = xMax
    self.yMax = yMax
  }

  /// Makes a box from its centre and size, in pixels.
  public init(centerX: Float, centerY: Float, width: Float, height: Float) {
    self.init(
      xMin: centerX - width / 2, yMin: centerY - height / 2,
      xMax: centerX + width / 2, yMax: centerY + height / 2)
  }

  /// `xMax - xMin`, in pixels; negative for a box turned inside out.
  public var width: Float { xMax - xMin }
  /// `yMax - yMin`, in pixels; negative for a box turned inside out.
  public var height: Float { yMax - yMin }
  /// Width times height in square pixels.
  ///
  /// 0 for a box without extent, turned inside out, or with an edge that is not a number.
  public var area: Float { width > 0 && height > 0 ? width * height : 0 }

  /// Whether all four edges are finite numbers.
  public var isFinite: Bool {
    xMin.isFinite && yMin.isFinite && xMax.isFinite && yMax.isFinite
  }

  /// The part of the box inside a picture of the given size, in pixels.
  ///
  /// A box beside the picture shrinks to a line or a point on its edge. An edge that is not a
  /// number stays so; ``isFinite`` tells. A negative size counts as 0.
  public func clipped(width: Int, height: Int) -> BoundingBox {
    let (right, bottom) = (Float(max(width, 0)), Float(max(height, 0)))
    return BoundingBox(
      xMin: min(max(xMin, 0), right), yMin: min(max(yMin, 0), bottom),
      xMax: min(max(xMax, 0), right), yMax: min(max(yMax, 0), bottom))
  }
}
