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
  /// The products: 36 planes, `planeStride` floats apart, each with all filters of a panel.
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
  /// What is applied to the sums.
  package var activation: Activation
  /// What is added after that: the numbers for the tile's first pixel; nil for nothing.
  package var residual: UnsafePointer<Float>?
  /// Floats from a row of the residual to the next, and from a pixel to the next.
  package var residualRowStride: Int
  package var residualPixelStride: Int
  /// Room for 24 vectors.
  package var scratch: UnsafeMutablePointer<Float>

  /// Describes a tile.
  package init(
    products: UnsafePointer<Float>, planeStride: Int, filters: Int, bias: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>, rowStride: Int, pixelStride: Int, rows: Int,
    columns: Int, activation: Activation, residual: UnsafePointer<Float>? = nil,
    residualRowStride: Int = 0, residualPixelStride: Int = 0,
    scratch: UnsafeMutablePointer<Float>
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
    self.activation = activation
    self.residual = residual
    self.residualRowStride = residualRowStride
    self.residualPixelStride = residualPixelStride
    self.scratch = scratch
  }
}

/// Filters of one panel of a Winograd convolution.
package struct WinogradFilters {
  /// `[channels, 3, 3, tileColumns]`.
  package var filters: UnsafePointer<Float>
  /// How many channels.
  package var channels: Int
  /// The transformed filters: 36 planes, `planeStride` floats apart, each
  /// `[channels, tileColumns]`.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  package var planeStride: Int

  /// Describes a panel.
  package init(
    filters: UnsafePointer<Float>, channels: Int, output: UnsafeMutablePointer<Float>,
    planeStride: Int
  ) {
    self.filters = filters
    self.channels = channels
    self.output = output
    self.planeStride = planeStride
  }
}
