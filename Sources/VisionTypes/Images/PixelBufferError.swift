/// Why planes and sizes do not make a ``PixelBuffer``.
///
/// Planes are numbered from 0 in the order of their ``PixelLayout``.
public enum PixelBufferError: Error, Equatable, CustomStringConvertible {
  /// A side is shorter than one pixel.
  case emptyPicture(width: Int, height: Int)
  /// The layout has another number of planes.
  case wrongPlaneCount(found: Int, expected: Int)
  /// A plane begins before its bytes do.
  case negativeOffset(plane: Int, found: Int)
  /// The rows of a plane would overlap.
  case rowStrideTooSmall(plane: Int, found: Int, expected: Int)
  /// The bytes end before a plane does.
  ///
  /// `expected` counts from the first byte of the array, and is `Int.max` for a plane larger than any
  /// memory.
  case tooFewBytes(plane: Int, found: Int, expected: Int)

  /// One sentence: what was found, what was expected, what to do.
  public var description: String {
    switch self {
    case .emptyPicture(let width, let height):
      "A picture of \(width)x\(height) pixels is empty; both sides must be at least 1."
    case .wrongPlaneCount(let found, let expected):
      "The layout has \(expected) planes but \(found) were given; pass each plane once."
    case .negativeOffset(let plane, let found):
      "Plane \(plane) begins at byte \(found), before its array; pass an offset of at least 0."
    case .rowStrideTooSmall(let plane, let found, let expected):
      "The row stride of plane \(plane) is \(found) bytes but a row takes \(expected); pass the real "
        + "stride."
    case .tooFewBytes(let plane, let found, let expected):
      "Plane \(plane) needs an array of \(expected) bytes but it has \(found); pass all rows."
    }
  }
}
