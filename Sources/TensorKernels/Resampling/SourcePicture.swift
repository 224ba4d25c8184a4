/// The order and number of the bytes of one pixel.
package enum PackedPixels: Hashable, Sendable {
  /// One byte, which serves as red, green and blue.
  case gray
  /// Three bytes, red or blue first.
  case rgb, bgr
  /// Four bytes, red or blue first; the last one is not looked at.
  case rgbx, bgrx

  /// Bytes of a pixel.
  package var byteCount: Int {
    switch self {
    case .gray: 1
    case .rgb, .bgr: 3
    case .rgbx, .bgrx: 4
    }
  }
}

/// How a picture's samples lie in memory.
package enum SourceForm: Hashable, Sendable {
  /// One plane of whole pixels.
  case packed(PackedPixels)
  /// A plane of luma and one of chroma pairs for 2 by 2 pixels each, blue first.
  case semiplanar(YCbCrFactors)
  /// A plane of luma and two of chroma samples for 2 by 2 pixels each, blue first.
  case planar(YCbCrFactors)

  /// What rows consist of when they are resized.
  var pixels: PackedPixels {
    if case .packed(let pixels) = self { pixels } else { .rgbx }
  }

  /// Bytes of a row of one plane, and its rows.
  func planeSize(_ plane: Int, width: Int, height: Int) -> (bytesPerRow: Int, rows: Int) {
    if plane > 0 {
      let (pairs, rows) = (width / 2 + width % 2, height / 2 + height % 2)
      if case .semiplanar = self { return (2 * pairs, rows) }
      return (pairs, rows)
    }
    if case .packed(let pixels) = self { return (width * pixels.byteCount, height) }
    return (width, height)
  }
}

/// One plane of a picture: bytes that somebody else keeps alive.
package struct SourcePlane {
  /// The first byte of the first row.
  let base: UnsafePointer<UInt8>
  /// How many bytes may be read from there.
  let byteCount: Int
  /// Bytes from one row to the next.
  let rowStride: Int

  /// Looks at bytes.
  ///
  /// - Parameters:
  ///   - bytes: The array that the plane lies in.
  ///   - offset: Where in it the first row begins.
  ///   - rowStride: Bytes from one row to the next.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int, rowStride: Int) {
    guard let start = bytes.baseAddress, (0...bytes.count).contains(offset) else {
      preconditionFailure("a plane at \(offset) of \(bytes.count) bytes")
    }
    base = start + offset
    byteCount = bytes.count - offset
    self.rowStride = rowStride
  }
}

/// A picture as the resizing kernels see it, through pointers.
///
/// This initialiser is the one checked entry: the rows of a picture that exists lie within its planes.
/// The maker keeps these alive for as long as it is used.
package struct SourcePicture: @unchecked Sendable {
  let width: Int
  let height: Int
  let form: SourceForm
  private let planes: (SourcePlane, SourcePlane, SourcePlane)

  /// How many bytes behind a row kernels may read.
  static let slack = 64

  /// Looks at planes.
  ///
  /// - Parameters:
  ///   - width: Columns, in pixels; at least 1.
  ///   - height: Rows, in pixels; at least 1.
  ///   - form: How the samples lie in memory.
  ///   - planes: As many as the form has; those behind them are not looked at.
  package init(
    width: Int, height: Int, form: SourceForm, planes: (SourcePlane, SourcePlane?, SourcePlane?)
  ) {
    precondition(width >= 1 && height >= 1)
    let check = { (number: Int, plane: SourcePlane?) in
      let size = form.planeSize(number, width: width, height: height)
      guard let plane, plane.rowStride >= size.bytesPerRow,
        plane.byteCount - size.bytesPerRow >= (size.rows - 1) * plane.rowStride
      else {
        preconditionFailure("plane \(number) has no \(size.rows) rows of \(size.bytesPerRow) bytes")
      }
    }
    check(0, planes.0)
    if case .packed = form {} else { check(1, planes.1) }
    if case .planar = form { check(2, planes.2) }
    self.width = width
    self.height = height
    self.form = form
    self.planes = (planes.0, planes.1 ?? planes.0, planes.2 ?? planes.0)
  }

  /// Bytes of memory that ``row(_:in:kernels:)`` needs for a row of so many pixels.
  static func rowMemory(width: Int) -> Int {
    // The row itself, and the samples it is made of.
    (4 * width + slack) + (width + slack) + 2 * (width / 2 + 1 + slack)
  }

  /// One row of whole pixels, behind which ``slack`` bytes may be read.
  ///
  /// The row itself where it is of whole pixels, else one made of its samples.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - memory: ``rowMemory(width:)`` bytes, where the row is put if it has to be.
  ///   - kernels: What converts colours.
  /// - Returns: The row's first byte.
  func row(
    _ row: Int, in memory: UnsafeMutablePointer<UInt8>, kernels: ResizeKernels
  ) -> UnsafePointer<UInt8> {
    switch form {
    case .packed(let pixels):
      return Self.readable(planes.0, row, width * pixels.byteCount, memory)
    case .semiplanar(let factors):
      let (luma, chroma) = (memory + 4 * width + Self.slack, width + width % 2)
      let pairs = Self.readable(planes.1, row / 2, chroma, luma + width + Self.slack)
      kernels.convert(
        YCbCrRow(
          luma: Self.readable(planes.0, row, width, luma), blue: pairs, red: pairs + 1,
          isInterleaved: true, width: width, factors: factors, output: memory))
    case .planar(let factors):
      let (luma, chroma) = (memory + 4 * width + Self.slack, width / 2 + width % 2)
      let (blue, red) = (luma + width + Self.slack, luma + width + chroma + 2 * Self.slack)
      kernels.convert(
        YCbCrRow(
          luma: Self.readable(planes.0, row, width, luma),
          blue: Self.readable(planes.1, row / 2, chroma, blue),
          red: Self.readable(planes.2, row / 2, chroma, red),
          isInterleaved: false, width: width, factors: factors, output: memory))
    }
    return UnsafePointer(memory)
  }

  /// A plane's row where it lies, or a copy where the bytes end soon after it.
  @inline(__always)
  private static func readable(
    _ plane: SourcePlane, _ row: Int, _ count: Int, _ copy: UnsafeMutablePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let start = row * plane.rowStride
    guard start + count + slack > plane.byteCount else { return plane.base + start }
    copy.update(from: plane.base + start, count: count)
    return UnsafePointer(copy)
  }
}
