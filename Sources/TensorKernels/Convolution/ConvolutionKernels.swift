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
  /// Computes a strip of tiles.
  package let multiply: @Sendable (borrowing ConvolutionStrip) -> Void
  /// The transforms for windows at every pixel: F(4x4, 3x3).
  package let winograd: WinogradTransforms
  /// The transforms for windows at every second pixel.
  package let stridedWinograd: WinogradTransforms
  /// Pools pairs of rows and columns.
  package let poolPairs: @Sendable (borrowing PairPooling) -> Void
  /// The largest number of each channel within a sliding window, for some output rows.
  package let maximumPool: @Sendable (FeatureMap, WindowGeometry, FeatureMap, Range<Int>) -> Void
  /// Applies an activation to some pixels of a map, in place.
  package let activate: @Sendable (FeatureMap, Range<Int>, Activation) -> Void
  /// Resizes rows of pictures.
  package let resize: ResizeKernels

  /// Makes the list of kernels.
  package init(
    name: String, tileRows: Int, tileColumns: Int,
    multiply: @escaping @Sendable (borrowing ConvolutionStrip) -> Void,
    winograd: WinogradTransforms, stridedWinograd: WinogradTransforms,
    poolPairs: @escaping @Sendable (borrowing PairPooling) -> Void,
    maximumPool: @escaping @Sendable (FeatureMap, WindowGeometry, FeatureMap, Range<Int>) -> Void,
    activate: @escaping @Sendable (FeatureMap, Range<Int>, Activation) -> Void,
    resize: ResizeKernels
  ) {
    self.name = name
    self.tileRows = tileRows
    self.tileColumns = tileColumns
    self.multiply = multiply
    self.winograd = winograd
    self.stridedWinograd = stridedWinograd
    self.poolPairs = poolPairs
    self.maximumPool = maximumPool
    self.activate = activate
    self.resize = resize
  }
}

/// What one call of a convolution kernel computes: tiles below one another, for one panel of filters.
package struct ConvolutionStrip {
  /// For each tile, each run and each row of the tile where the run's numbers begin:
  /// `[tiles, runs, tileRows]`.
  package var rows: UnsafePointer<UnsafePointer<Float>>
  /// Pointers from one tile to the next.
  package var tableStride: Int
  /// How many runs of numbers are multiplied.
  package var runs: Int
  /// Which number of every run is the first.
  package var runStart: Int
  /// Numbers of every run.
  package var runLength: Int
  /// The panel: `[runs, runLength, tileColumns]`.
  package var weights: UnsafePointer<Float>
  /// What the sums start with, `tileColumns` floats for each row: a bias, or sums so far.
  package var initial: UnsafePointer<Float>
  /// Floats from a row's start to the next one's; 0 for a bias.
  package var initialStride: Int
  /// The first number of the first output pixel.
  package var output: UnsafeMutablePointer<Float>
  /// Floats from an output pixel to the next.
  package var outputStride: Int
  /// How many rows all tiles have together.
  package var rowCount: Int
  /// How many columns of the panel are wanted, 1…tileColumns.
  package var columnCount: Int
  /// What is applied to the sums.
  package var activation: Activation
  /// What is added after that, a row of numbers for each row; nil for nothing.
  package var residual: UnsafePointer<Float>?
  /// Floats from a row of the residual to the next.
  package var residualStride: Int

  /// Describes a strip.
  package init(
    rows: UnsafePointer<UnsafePointer<Float>>, tableStride: Int, runs: Int = 1, runStart: Int = 0,
    runLength: Int, weights: UnsafePointer<Float>, initial: UnsafePointer<Float>,
    initialStride: Int = 0, output: UnsafeMutablePointer<Float>, outputStride: Int, rowCount: Int,
    columnCount: Int, activation: Activation = .linear, residual: UnsafePointer<Float>? = nil,
    residualStride: Int = 0
  ) {
    self.rows = rows
    self.tableStride = tableStride
    self.runs = runs
    self.runStart = runStart
    self.runLength = runLength
    self.weights = weights
    self.initial = initial
    self.initialStride = initialStride
    self.output = output
    self.outputStride = outputStride
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.activation = activation
    self.residual = residual
    self.residualStride = residualStride
  }
}
