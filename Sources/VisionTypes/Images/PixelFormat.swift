/// The order and number of the 8-bit channels of one pixel.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// One luma channel.
  case gray
  /// Red, green, blue.
  case rgb
  /// Blue, green, red.
  case bgr
  /// Red, green, blue, alpha (not premultiplied).
  case rgba
  /// Blue, green, red, alpha (not premultiplied).
  case bgra

  /// Bytes from one pixel to the next in a row: 1, 3 or 4.
  public var bytesPerPixel: Int {
    switch self {
    case .gray: 1
    case .rgb, .bgr: 3
    case .rgba, .bgra: 4
    }
  }

  /// Where red, green and blue stand within a pixel, in bytes from its start.
  ///
  /// A grey pixel serves as all three.
  public var redGreenBlueOffsets: (red: Int, green: Int, blue: Int) {
    switch self {
    case .gray: (0, 0, 0)
    case .rgb, .rgba: (0, 1, 2)
    case .bgr, .bgra: (2, 1, 0)
    }
  }
}
