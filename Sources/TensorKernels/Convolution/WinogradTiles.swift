/// The transforms of one kind of Winograd convolution with windows of three by three.
package struct WinogradTransforms: Sendable {
  /// Rows and columns from one window to the next.
  package let stride: Int
  /// Output rows and columns of a tile.
  package let outputSide: Int
  /// Input rows and columns that a tile covers, and those of its transform.
  package let inputSide: Int
  /// Transforms a panel of filters.
  package let filters: @Sendable (borrowing WinogradFilters) -> Void
  /// Transforms one tile of the input.
  package let input: @Sendable (borrowing WinogradInput) -> Void
  /// Transforms the products of a tile back.
  package let output: @Sendable (borrowing WinogradOutput) -> Void

  /// Makes a kind.
  package init(
    stride: Int, outputSide: Int,
    filters: @escaping @Sendable (borrowing WinogradFilters) -> Void,
    input: @escaping @Sendable (borrowing WinogradInput) -> Void,
    output: @escaping @Sendable (borrowing WinogradOutput) -> Void
  ) {
    self.stride = stride
    self.outputSide = outputSide
    inputSide = (outputSide - 1) * stride + 3
    self.filters = filters
    self.input = input
    self.output = output
  }

  /// For each row (or column) of a transformed tile the row of the transformed filter that it meets.
  ///
  /// With windows at every second pixel the first three meet the window's middle. Not handed over by
  /// the kernels, whose objects would then hold the compiler's helpers for arrays.
  private var filterRows: [Int] { stride == 1 ? [0, 1, 2, 3, 4, 5] : [0, 0, 0, 1, 2, 3, 4] }

  /// Planes of a transformed tile, and of its products.
  package var planes: Int { inputSide * inputSide }

  /// Rows and columns of a transformed filter.
  package var filterSide: Int { (filterRows.max() ?? 0) + 1 }

  /// Planes of a transformed filter.
  package var filterPlanes: Int { filterSide * filterSide }

  /// The plane of the filter that a plane of the tile is multiplied with.
  package func filterPlane(of plane: Int) -> Int {
    filterRows[plane / inputSide] * filterSide + filterRows[plane % inputSide]
  }
}

/// One tile of a Winograd convolution's input.
package struct WinogradInput {
  /// Where each pixel's channels lie, row by row; zeros for pixels outside of the map.
  package var pixels: UnsafePointer<UnsafePointer<Float>>
  /// How many channels; a multiple of 16.
  package var channels: Int
  /// The transformed tile: planes, `planeStride` floats apart, each with all channels.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  package var planeStride: Int
  /// Room for a vector for each plane.
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

/// One tile of a Winograd convolution's output; fewer pixels at the map's end.
package struct WinogradOutput {
  /// The products: planes, `planeStride` floats apart, each with all filters of a panel.
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
  /// Rows and columns of the tile that lie inside the map; at least 1.
  package var rows: Int
  package var columns: Int
  /// What is applied to the sums.
  package var activation: Activation
  /// What is added after that: the numbers for the tile's first pixel; nil for nothing.
  package var residual: UnsafePointer<Float>?
  /// Floats from a row of the residual to the next, and from a pixel to the next.
  package var residualRowStride: Int
  package var residualPixelStride: Int
  /// Room for a vector for each plane.
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
  /// The transformed filters: planes, `planeStride` floats apart, each
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
