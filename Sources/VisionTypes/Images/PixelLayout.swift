/// How the samples of a picture are spread over its planes.
public enum PixelLayout: Sendable, Hashable {
  /// One plane of whole pixels.
  case packed(PixelFormat)
  /// Two planes: luma, and both chroma samples in turns, `Cb` first.
  ///
  /// The second plane has half as many rows and pairs as the first has rows and samples, rounded up: a
  /// pair colours 2 by 2 pixels.
  case nv12(YCbCrEncoding)
  /// Three planes: luma, `Cb`, `Cr`.
  ///
  /// The chroma planes have half as many rows and samples as the first, rounded up: a sample colours 2
  /// by 2 pixels. Also known as YUV420P.
  case i420(YCbCrEncoding)

  /// How many planes there are, 1…3.
  public var planeCount: Int {
    switch self {
    case .packed: 1
    case .nv12: 2
    case .i420: 3
    }
  }

  /// The size of one plane of a picture.
  ///
  /// - Parameters:
  ///   - plane: The plane's number, `0..<planeCount`.
  ///   - width: Columns of the picture, in pixels; at least 1.
  ///   - height: Rows of the picture, in pixels; at least 1.
  /// - Returns: The plane's rows, and the bytes of one of them without a gap; `Int.max` where those are
  ///   more.
  public func planeSize(
    _ plane: Int, width: Int, height: Int
  ) -> (rows: Int, bytesPerRow: Int) {
    let isChroma = plane > 0
    let rows = isChroma ? height / 2 + height % 2 : height
    let columns = isChroma ? width / 2 + width % 2 : width
    let bytes =
      switch self {
      case .packed(let format): format.bytesPerPixel
      case .nv12: isChroma ? 2 : 1
      case .i420: 1
      }
    let (count, isTooLarge) = columns.multipliedReportingOverflow(by: bytes)
    return (rows, isTooLarge ? .max : count)
  }
}
