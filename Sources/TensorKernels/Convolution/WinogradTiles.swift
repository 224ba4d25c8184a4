/// One tile of a Winograd convolution's input: six by six pixels.
package struct WinogradInput {
  /// Where each pixel's channels lie, row by row; zeros for pixels outside of the map.
  package var pixels: UnsafePointer<UnsafePointer<Float>>
  /// How many channels; a multiple of 16.
  package var channels: Int
  /// The transformed tile: 36 planes, `planeStride` floats apart, each with all channels.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  package var planeStride: Int
  /// Room for 36 vectors.
  package var scratch: UnsafeMutablePointer<Float>

  /// Describes a tile.
  package init(
    pixels: UnsafePointer<UnsafePointer<Float>>, channels: Int,
    output: UnsafeMutablePointer<Float>, planeStride: Int, scratch: UnsafeMutablePointer<Float>
  ) {
    self.pixels = pixels
    self.channels = channels
    self.output = output
    self.planeStride = planeStride
    self.scratch = scratch
  }
}

/// One tile of a Winograd convolution's output: four by four pixels, or fewer at the map's end.
package struct WinogradOutput {
  /// The products: 36 planes, `planeStride` floats apart, each with all filters.
  package var products: UnsafePointer<Float>
  /// Floats from one plane to the next.
  package var planeStride: Int
  /// How many filters; a multiple of 16.
  package var filters: Int
  /// One number for each filter.
  package var bias: UnsafePointer<Float>
  /// The first filter of the tile's first pixel.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from a row of pixels to the next, and from a pixel to the next.
  package var rowStride: Int
  package var pixelStride: Int
  /// Rows and columns of the tile that lie inside the map, 1…4.
  package var rows: Int
  package var columns: Int
  /// Room for 24 vectors.
  package var scratch: UnsafeMutablePointer<Float>

  /// Describes a tile.
  package init(
    products: UnsafePointer<Float>, planeStride: Int, filters: Int, bias: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>, rowStride: Int, pixelStride: Int, rows: Int,
    columns: Int, scratch: UnsafeMutablePointer<Float>
  ) {
    self.products = products
    self.planeStride = planeStride
    self.filters = filters
    self.bias = bias
    self.output = output
    self.rowStride = rowStride
    self.pixelStride = pixelStride
    self.rows = rows
    self.columns = columns
    self.scratch = scratch
  }
}

/// The filters of a Winograd convolution.
package enum WinogradFilters {
  /// `G`: what the three numbers of a filter's row or column become.
  private static let rows: [(Double, Double, Double)] = [
    (1.0 / 4, 0, 0), (-1.0 / 6, -1.0 / 6, -1.0 / 6), (-1.0 / 6, 1.0 / 6, -1.0 / 6),
    (1.0 / 24, 1.0 / 12, 1.0 / 6), (1.0 / 24, -1.0 / 12, 1.0 / 6), (0, 0, 1),
  ]

  /// Transforms filters: `[filters, 3, 3, channels]` become `[36, filters, channels]`.
  ///
  /// In `Double`, rounded once.
  package static func transformed(
    _ source: UnsafePointer<Float>, filters: Int, channels: Int
  ) -> FloatStorage {
    let storage = FloatStorage(zeros: 36 * filters * channels)
    let plane = filters * channels
    for filter in 0..<filters {
      let from = source + filter * 9 * channels
      for channel in 0..<channels {
        let g = { (y: Int, x: Int) in Double(from[(y * 3 + x) * channels + channel]) }
        for (i, a) in rows.enumerated() {
          // One row of G g, then times Gᵀ.
          let t0 = a.0 * g(0, 0) + a.1 * g(1, 0) + a.2 * g(2, 0)
          let t1 = a.0 * g(0, 1) + a.1 * g(1, 1) + a.2 * g(2, 1)
          let t2 = a.0 * g(0, 2) + a.1 * g(1, 2) + a.2 * g(2, 2)
          for (j, b) in rows.enumerated() {
            storage.base[(i * 6 + j) * plane + filter * channels + channel] = Float(
              b.0 * t0 + b.1 * t1 + b.2 * t2)
          }
        }
      }
    }
    return storage
  }
}
