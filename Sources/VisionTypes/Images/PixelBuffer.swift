/// An 8-bit picture as cameras and decoders hand it out: whole pixels in one plane, or luma and chroma
/// in planes of their own, with room between the rows.
///
/// A value type that shares the bytes it is made of: making one copies nothing, and planes may lie in
/// one array or in several. `Sendable`, as all in it is immutable.
///
/// ```swift
/// let frame = try PixelBuffer(
///   width: 1280, height: 720, layout: .nv12(.bt709Limited),
///   planes: [
///     PixelPlane(bytes: bytes, rowStride: 1280),
///     PixelPlane(bytes: bytes, offset: 1280 * 720, rowStride: 1280),
///   ])
/// ```
public struct PixelBuffer: Sendable, Equatable {
  /// Columns, in pixels; at least 1.
  public let width: Int
  /// Rows, in pixels; at least 1.
  public let height: Int
  /// How the samples are spread over the planes.
  public let layout: PixelLayout
  // Not an array, which would cost memory for each picture.
  private let first: PixelPlane
  private let second: PixelPlane?
  private let third: PixelPlane?

  /// The planes in the layout's order, each with all of its rows.
  public var planes: [PixelPlane] { [first, second, third].compactMap { $0 } }

  /// Makes a picture of planes that are already in memory.
  ///
  /// This is the one place where sizes, strides and bytes are compared.
  ///
  /// - Parameters:
  ///   - width: Columns, in pixels.
  ///   - height: Rows, in pixels.
  ///   - layout: How the samples are spread over the planes.
  ///   - planes: As many as the layout has, in its order.
  /// - Throws: ``PixelBufferError`` when sizes, strides and bytes do not fit together.
  public init(
    width: Int, height: Int, layout: PixelLayout, planes: [PixelPlane]
  ) throws(PixelBufferError) {
    guard width >= 1, height >= 1 else { throw .emptyPicture(width: width, height: height) }
    guard planes.count == layout.planeCount else {
      throw .wrongPlaneCount(found: planes.count, expected: layout.planeCount)
    }
    for (number, plane) in planes.enumerated() {
      let (rows, bytesPerRow) = layout.planeSize(number, width: width, height: height)
      try plane.check(number, rows: rows, bytesPerRow: bytesPerRow)
    }
    self.width = width
    self.height = height
    self.layout = layout
    first = planes[0]
    second = planes.count > 1 ? planes[1] : nil
    third = planes.count > 2 ? planes[2] : nil
  }

  /// Makes a picture whose planes and rows follow each other without a gap.
  ///
  /// - Parameters:
  ///   - width: Columns, in pixels.
  ///   - height: Rows, in pixels.
  ///   - layout: How the samples are spread over the planes.
  ///   - bytes: All planes; bytes behind them do no harm.
  /// - Throws: ``PixelBufferError`` when sizes and bytes do not fit together.
  public init(
    width: Int, height: Int, layout: PixelLayout, bytes: [UInt8]
  ) throws(PixelBufferError) {
    guard width >= 1, height >= 1 else { throw .emptyPicture(width: width, height: height) }
    var planes: [PixelPlane] = []
    var offset = 0
    for number in 0..<layout.planeCount {
      let (rows, bytesPerRow) = layout.planeSize(number, width: width, height: height)
      let plane = PixelPlane(bytes: bytes, offset: offset, rowStride: bytesPerRow)
      try plane.check(number, rows: rows, bytesPerRow: bytesPerRow)
      planes.append(plane)
      // What was checked does not overflow.
      offset += rows * bytesPerRow
    }
    try self.init(width: width, height: height, layout: layout, planes: planes)
  }

  /// The same picture; its bytes are shared, not copied.
  ///
  /// - Parameter image: A picture of whole pixels.
  public init(_ image: PixelImage) {
    width = image.width
    height = image.height
    layout = .packed(image.format)
    first = PixelPlane(bytes: image.bytes, rowStride: image.rowStride)
    second = nil
    third = nil
  }

  /// One of the planes.
  ///
  /// - Parameter number: Its number in the layout's order.
  /// - Returns: The plane; nil where the layout has no such one.
  public func plane(_ number: Int) -> PixelPlane? {
    switch number {
    case 0: first
    case 1: second
    case 2: third
    default: nil
    }
  }
}

/// One plane of a ``PixelBuffer``: rows of samples, somewhere in an array of bytes.
public struct PixelPlane: Sendable, Equatable {
  /// The array that the plane lies in; shared, not copied.
  public let bytes: [UInt8]
  /// Where in it the first row begins.
  public let offset: Int
  /// Bytes from the start of one row to the start of the next.
  public let rowStride: Int

  /// Points at a plane; whether it is there is checked when a ``PixelBuffer`` is made of it.
  ///
  /// - Parameters:
  ///   - bytes: The array that the plane lies in.
  ///   - offset: Where in it the first row begins.
  ///   - rowStride: Bytes from the start of one row to the start of the next.
  public init(bytes: [UInt8], offset: Int = 0, rowStride: Int) {
    self.bytes = bytes
    self.offset = offset
    self.rowStride = rowStride
  }

  /// Checks that all rows are there.
  fileprivate func check(
    _ number: Int, rows: Int, bytesPerRow: Int
  ) throws(PixelBufferError) {
    guard offset >= 0 else { throw .negativeOffset(plane: number, found: offset) }
    guard rowStride >= bytesPerRow else {
      throw .rowStrideTooSmall(plane: number, found: rowStride, expected: bytesPerRow)
    }
    let end = planeEnd(
      offset: offset, rows: rows, bytesPerRow: bytesPerRow, rowStride: rowStride)
    guard bytes.count >= end else {
      throw .tooFewBytes(plane: number, found: bytes.count, expected: end)
    }
  }
}

/// Where the last row of a plane ends, in bytes; `Int.max` for one larger than any memory.
func planeEnd(offset: Int, rows: Int, bytesPerRow: Int, rowStride: Int) -> Int {
  let (upToLastRow, overflow) = (rows - 1).multipliedReportingOverflow(by: rowStride)
  let (end, overflow2) = upToLastRow.addingReportingOverflow(bytesPerRow)
  let (shifted, overflow3) = end.addingReportingOverflow(offset)
  return overflow || overflow2 || overflow3 ? .max : shifted
}
