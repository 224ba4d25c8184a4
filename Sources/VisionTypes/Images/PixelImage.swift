/// An 8-bit picture, `[height, width, channels]`, row by row from the top left.
///
/// A value type: copies share their bytes until one is changed. `Sendable`, so a picture can be
/// read by one thread and detected on by another. Two pictures are equal when their bytes are,
/// those between the rows included.
///
/// ```swift
/// let red = try PixelImage(width: 2, height: 1, format: .rgb, bytes: [255, 0, 0, 255, 0, 0])
/// ```
public struct PixelImage: Sendable, Equatable {
  /// Columns, in pixels; at least 1.
  public let width: Int
  /// Rows, in pixels; at least 1.
  public let height: Int
  /// The channels of a pixel and their order.
  public let format: PixelFormat
  /// Bytes from the start of one row to the start of the next; at least `width` pixels.
  public let rowStride: Int
  /// The samples, 0…255; at least `(height - 1) * rowStride + width * format.bytesPerPixel` bytes.
  public let bytes: [UInt8]

  /// Makes a picture from bytes that are already in memory.
  ///
  /// - Parameters:
  ///   - width: Columns, in pixels.
  ///   - height: Rows, in pixels.
  ///   - format: The channels of a pixel and their order.
  ///   - rowStride: Bytes from row to row; without it the rows follow each other without a gap.
  ///   - bytes: The samples.
  /// - Throws: ``PixelImageError`` when the sizes and the byte count do not fit together.
  public init(
    width: Int, height: Int, format: PixelFormat, rowStride: Int? = nil, bytes: [UInt8]
  ) throws(PixelImageError) {
    guard width >= 1, height >= 1 else {
      throw .emptyPicture(width: width, height: height)
    }
    let (tightRow, overflow) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    guard !overflow else {
      throw .tooFewBytes(found: bytes.count, expected: Int.max)
    }
    let stride = rowStride ?? tightRow
    guard stride >= tightRow else {
      throw .rowStrideTooSmall(found: stride, expected: tightRow)
    }
    let needed = planeEnd(offset: 0, rows: height, bytesPerRow: tightRow, rowStride: stride)
    guard bytes.count >= needed else {
      throw .tooFewBytes(found: bytes.count, expected: needed)
    }
    self.width = width
    self.height = height
    self.format = format
    self.rowStride = stride
    self.bytes = bytes
  }
}
