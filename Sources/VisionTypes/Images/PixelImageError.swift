/// Why bytes and sizes do not make a ``PixelImage``.
public enum PixelImageError: Error, Equatable, CustomStringConvertible {
  /// A side is shorter than one pixel.
  case emptyPicture(width: Int, height: Int)
  /// The rows would overlap.
  case rowStrideTooSmall(found: Int, expected: Int)
  /// The bytes end before the picture does.
  ///
  /// `expected` is `Int.max` for a picture larger than any memory.
  case tooFewBytes(found: Int, expected: Int)

  /// One sentence: what was found, what was expected, what to do.
  public var description: String {
    switch self {
    case .emptyPicture(let width, let height):
      "A picture of \(width)x\(height) pixels is empty; both sides must be at least 1."
    case .rowStrideTooSmall(let found, let expected):
      "The row stride is \(found) bytes but a row takes \(expected); pass the real stride or nil."
    case .tooFewBytes(let found, let expected):
      "The picture needs \(expected) bytes but \(found) were given; pass all rows."
    }
  }
}
