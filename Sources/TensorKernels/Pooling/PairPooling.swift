/// Pooling of two by two pixels that do not overlap.
package struct PairPooling {
  /// The first channel of the first of the pixels that are pooled.
  package var source: UnsafePointer<Float>
  /// Floats from a row of them to the next, and from a pixel to the next.
  package var sourceRowStride: Int
  package var sourcePixelStride: Int
  /// The first channel of the first output pixel.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from an output row to the next, and from an output pixel to the next.
  package var outputRowStride: Int
  package var outputPixelStride: Int
  /// Output rows and columns.
  package var rows: Int
  package var columns: Int
  /// Numbers of a pixel.
  package var channels: Int

  /// Describes some pixels.
  package init(
    source: UnsafePointer<Float>, sourceRowStride: Int, sourcePixelStride: Int,
    output: UnsafeMutablePointer<Float>, outputRowStride: Int, outputPixelStride: Int, rows: Int,
    columns: Int, channels: Int
  ) {
    self.source = source
    self.sourceRowStride = sourceRowStride
    self.sourcePixelStride = sourcePixelStride
    self.output = output
    self.outputRowStride = outputRowStride
    self.outputPixelStride = outputPixelStride
    self.rows = rows
    self.columns = columns
    self.channels = channels
  }
}
