/// A rectangle in double precision, as label files and evaluation programs hold it: the top left
/// corner and the size, in pixels of the picture.
public struct EvaluationBox: Sendable, Hashable {
  /// Left edge, in pixels from the left of the picture.
  public var x: Double
  /// Top edge, in pixels from the top of the picture.
  public var y: Double
  /// In pixels.
  public var width: Double
  /// In pixels.
  public var height: Double

  /// Makes a box from its top left corner and size, in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes a box from that of a detection.
  public init(_ box: BoundingBox) {
    x = Double(box.xMin)
    y = Double(box.yMin)
    width = Double(box.xMax) - x
    height = Double(box.yMax) - y
  }

  /// Width times height, in square pixels.
  public var area: Double { width * height }

  /// Whether all four numbers are finite.
  public var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }

  /// The area that two boxes share, in square pixels; 0 where they only touch.
  func intersectionArea(_ other: EvaluationBox) -> Double {
    let width = min(x + self.width, other.x + other.width) - max(x, other.x)
    guard width > 0 else { return 0 }
    let height = min(y + self.height, other.y + other.height) - max(y, other.y)
    return height > 0 ? width * height : 0
  }

  /// The corners in single precision, as YOLOv5 compares boxes.
  var corners: BoundingBox {
    BoundingBox(
      xMin: Float(x), yMin: Float(y), xMax: Float(x + width), yMax: Float(y + height))
  }
}
