/// How the stored rows and columns of a picture lie relative to the upright picture.
///
/// The raw values are those of the EXIF tag `Orientation` (CIPA DC-008, tag 0x0112); the names
/// say where the top of the upright picture is in the stored one, as in Apple's frameworks.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Stored mirrored left to right.
  case upMirrored = 2
  /// Stored upside down.
  case down = 3
  /// Stored mirrored top to bottom.
  case downMirrored = 4
  /// Stored with rows and columns exchanged.
  case leftMirrored = 5
  /// Stored a quarter turn counterclockwise: shown after a quarter turn clockwise.
  case right = 6
  /// Stored with rows and columns exchanged and both reversed.
  case rightMirrored = 7
  /// Stored a quarter turn clockwise: shown after a quarter turn counterclockwise.
  case left = 8

  /// Makes an orientation from the EXIF tag's value, or `nil` from a number that is none.
  ///
  /// - Parameter exifValue: 1…8.
  public init?(exifValue: Int) {
    self.init(rawValue: exifValue)
  }

  /// The EXIF tag's value, 1…8.
  public var exifValue: Int { rawValue }

  /// Whether the upright picture is as wide as the stored one is high.
  public var swapsSides: Bool { rawValue >= 5 }
}
