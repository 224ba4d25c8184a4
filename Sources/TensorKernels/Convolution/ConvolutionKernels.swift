/// The convolution kernels of one instruction set.
///
/// A convolution is a sum over window rows of products of matrices: for each of a few neighbouring
/// output pixels (the rows of a register tile) and each of some filters (its columns) the products of
/// the window's numbers with the filter's. The numbers are read where they lie, through one pointer
/// for each tile row and window row, so no columns are written (indirect GEMM; Dukhan 2019).
package struct ConvolutionKernels: Sendable {
  /// The instruction set, as it is written in the environment: `avx2`, `avx512`.
  package let name: String
  /// Output pixels of a tile.
  package let tileRows: Int
  /// Filters of a tile; packed weights come in panels of so many.
  package let tileColumns: Int
  /// Computes one tile.
  package let multiply: @Sendable (borrowing ConvolutionTile) -> Void
  /// Transforms one tile of the input of a Winograd convolution.
  package let transformInput: @Sendable (borrowing WinogradInput) -> Void
  /// Transforms the products of a Winograd convolution back.
  package let transformOutput: @Sendable (borrowing WinogradOutput) -> Void
  /// Applies an activation to some pixels of a map, in place.
  package let activate: @Sendable (FeatureMap, Range<Int>, Activation) -> Void
  /// Resizes rows of pictures.
  package let resize: ResizeKernels

  /// Makes the list of kernels.
  package init(
    name: String, tileRows: Int, tileColumns: Int,
    multiply: @escaping @Sendable (borrowing ConvolutionTile) -> Void,
    transformInput: @escaping @Sendable (borrowing WinogradInput) -> Void,
    transformOutput: @escaping @Sendable (borrowing WinogradOutput) -> Void,
    activate: @escaping @Sendable (FeatureMap, Range<Int>, Activation) -> Void,
    resize: ResizeKernels
  ) {
    self.name = name
    self.tileRows = tileRows
    self.tileColumns = tileColumns
    self.multiply = multiply
    self.transformInput = transformInput
    self.transformOutput = transformOutput
    self.activate = activate
    self.resize = resize
  }
}

/// What one call of a convolution kernel computes.
package struct ConvolutionTile {
  /// For each run and each tile row where the run's numbers begin: `[runs, tileRows]`.
  package var rows: UnsafePointer<UnsafePointer<Float>>
  /// How many runs of numbers a window has.
  package var runs: Int
  /// Numbers in a run.
  package var runLength: Int
  /// The panel: `[runs, runLength, tileColumns]`.
  package var weights: UnsafePointer<Float>
  /// One number for each column: `[tileColumns]`.
  package var bias: UnsafePointer<Float>
  /// The first number of the first output pixel.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from an output pixel to the next.
  package var outputStride: Int
  /// How many rows of the tile are wanted, 1…tileRows.
  package var rowCount: Int
  /// How many columns of the tile are wanted, 1…tileColumns.
  package var columnCount: Int

  /// Describes a tile.
  package init(
    rows: UnsafePointer<UnsafePointer<Float>>, runs: Int, runLength: Int,
    weights: UnsafePointer<Float>, bias: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>, outputStride: Int, rowCount: Int, columnCount: Int
  ) {
    self.rows = rows
    self.runs = runs
    self.runLength = runLength
    self.weights = weights
    self.bias = bias
    self.output = output
    self.outputStride = outputStride
    self.rowCount = rowCount
    self.columnCount = columnCount
  }
}
