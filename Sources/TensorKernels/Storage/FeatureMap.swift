/// Features of one picture in memory, `[height, width, channels]`, seen through a pointer.
///
/// A map may be a part of a wider one: `pixelStride` floats lie between neighbouring pixels, so a
/// range of channels is a map of its own, and a layer can write straight into its place in a
/// concatenation. Rows follow each other without a gap.
///
/// This initialiser is the one checked entry to the kernels: a map that exists lies within its
/// storage, so kernels that are given maps of fitting shapes need no bounds checks of their own.
/// The maker keeps the storage alive for as long as the map is used.
package struct FeatureMap: @unchecked Sendable {
  /// The first channel of the top left pixel.
  package let base: UnsafeMutablePointer<Float>
  /// Rows; at least 1.
  package let height: Int
  /// Columns; at least 1.
  package let width: Int
  /// Numbers for each pixel; at least 1.
  package let channels: Int
  /// Floats from a pixel to the next one in the row; at least `channels`.
  package let pixelStride: Int

  /// Looks at a part of a storage.
  ///
  /// - Parameters:
  ///   - storage: The memory; outlives the map.
  ///   - offset: The first float of the map.
  ///   - height: Rows.
  ///   - width: Columns.
  ///   - channels: Numbers for each pixel.
  ///   - pixelStride: Floats between pixels; without it pixels follow each other without a gap.
  package init(
    _ storage: FloatStorage, offset: Int, height: Int, width: Int, channels: Int,
    pixelStride: Int? = nil
  ) {
    let stride = pixelStride ?? channels
    precondition(
      offset >= 0 && height >= 1 && width >= 1 && channels >= 1 && stride >= channels,
      "map of \(height)x\(width)x\(channels) with stride \(stride) at \(offset)")
    let (pixels, overflow) = height.multipliedReportingOverflow(by: width)
    let (span, overflow2) = (pixels - 1).multipliedReportingOverflow(by: stride)
    let (end, overflow3) = span.addingReportingOverflow(offset + channels)
    precondition(
      !overflow && !overflow2 && !overflow3 && end <= storage.count,
      "map of \(height)x\(width)x\(channels) with stride \(stride) at \(offset) in \(storage.count)"
    )
    base = storage.base + offset
    self.height = height
    self.width = width
    self.channels = channels
    self.pixelStride = stride
  }

  /// Height times width.
  @inlinable package var pixels: Int { height &* width }

  /// Whether pixels follow each other without a gap.
  @inlinable package var isDense: Bool { pixelStride == channels }

  /// The first channel of a pixel.
  @inlinable @inline(__always)
  package func pixel(_ row: Int, _ column: Int) -> UnsafeMutablePointer<Float> {
    base + (row &* width &+ column) &* pixelStride
  }

  /// A range of the channels as a map of its own.
  package func channels(_ range: Range<Int>) -> FeatureMap {
    precondition(range.lowerBound >= 0 && range.upperBound <= channels && !range.isEmpty)
    return FeatureMap(
      base: base + range.lowerBound, height: height, width: width, channels: range.count,
      pixelStride: pixelStride)
  }

  private init(
    base: UnsafeMutablePointer<Float>, height: Int, width: Int, channels: Int, pixelStride: Int
  ) {
    self.base = base
    self.height = height
    self.width = width
    self.channels = channels
    self.pixelStride = pixelStride
  }
}
