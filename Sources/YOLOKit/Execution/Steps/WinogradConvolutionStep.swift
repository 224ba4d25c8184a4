import TensorKernels

/// A 3x3 convolution of stride 1 by Winograd's F(4x4, 3x3): a quarter of the multiplications.
///
/// The map is cut into tiles of four by four output pixels. The six by six input pixels of each are
/// transformed into 36 numbers for each channel; for each of the 36 one matrix product over the
/// channels gives a number for each filter; and these are transformed back. A block of tiles at a
/// time, so that what lies between stays in the cache.
///
/// The transforms lose about two binary digits against the plain sum; see `WinogradTests`.
struct WinogradConvolutionStep: Step {
  let layer: Int
  let name = "Winograd convolution"
  let input: Placement
  let output: Placement
  private let window: WindowGeometry
  private let activation: Activation
  private let kernels: ConvolutionKernels
  private let channels: Int
  private let filters: Int
  /// `[36, panels, channels, tileColumns]`.
  let weights: FloatStorage
  private let bias: FloatStorage
  /// No bias for the products, and pixels outside of the map.
  private let zeros: FloatStorage

  /// Floats that the transformed input and the products of a block take at most, unless one row of
  /// the kernel's tile takes more.
  private static let blockLimit = 1 << 18
  private static let taskLimit = 64

  /// Prepares a convolution; its filters come transformed and packed.
  init(
    layer: Int, convolution: Convolution, input: Placement, output: Placement,
    kernels: ConvolutionKernels, packer: FilterPacker = FilterPacker()
  ) {
    self.layer = layer
    self.input = input
    self.output = output
    self.kernels = kernels
    window = convolution.window
    activation = convolution.activation
    (channels, filters) = (convolution.channels, convolution.filters)
    bias = convolution.bias.storage
    zeros = FloatStorage(zeros: max(channels, kernels.tileColumns))
    weights = packer.packed(convolution, for: .winograd, columns: kernels.tileColumns)
  }

  /// Whether a convolution can be done this way and gains by it.
  ///
  /// Multiplications are counted as the kernels do them, padding to whole tiles included; the
  /// transforms cost about as much as half of the products of thin layers; and filters that do not
  /// stay in the cache, four times as many as before, have to be read once for each block.
  static func fits(_ convolution: Convolution, output: FeatureShape, kernels: ConvolutionKernels)
    -> Bool
  {
    let window = convolution.window
    guard window.kernelHeight == 3, window.kernelWidth == 3, window.strideX == 1,
      window.strideY == 1, window.dilation == 1, convolution.groups == 1,
      convolution.channels % 16 == 0, convolution.filters % 16 == 0
    else { return false }
    let tiles = ((output.height + 3) / 4) * ((output.width + 3) / 4)
    let rows = (tiles + kernels.tileRows - 1) / kernels.tileRows * kernels.tileRows
    let weight = Double(convolution.channels * convolution.filters)
    let direct = Double(output.pixels) * 9 * weight
    let products = Double(rows) * 36 * weight
    let transforms = Double(tiles) * 36 * 40 * Double(convolution.channels + convolution.filters)
    let streaming = weight * 36 * 8
    return products + transforms + streaming < 0.8 * direct
  }

  private var tilesX: Int { (output.shape.width + 3) / 4 }
  private var tilesY: Int { (output.shape.height + 3) / 4 }
  private var panels: Int { (filters + kernels.tileColumns - 1) / kernels.tileColumns }

  /// Tiles of a block: whole rows of the kernel's tile.
  ///
  /// Filters that fill the cache by themselves are read once for each block, so then few large blocks
  /// are better than many that stay in the cache.
  private var blockTiles: Int {
    let perTile = 36 * (channels + filters)
    let isLarge = 36 * channels * filters > 4 * Self.blockLimit
    let rows = isLarge ? 4 : max(1, Self.blockLimit / perTile / kernels.tileRows)
    return min(rows, 4) * kernels.tileRows
  }

  /// Floats of scratch for one task: vectors, pointers, transformed input, products.
  private var taskScratch: Int { 1024 + blockTiles * 36 * (channels + filters) }

  private var taskCount: Int {
    min(Self.taskLimit, (tilesX * tilesY + blockTiles - 1) / blockTiles)
  }

  var scratchCount: Int { taskScratch * taskCount }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let tiles = tilesX * tilesY
    let blocks = (tiles + blockTiles - 1) / blockTiles
    pool.run(parts: taskCount) { part in
      let scratch = workspace.scratch.base + part * taskScratch
      var block = part
      while block < blocks {
        let range = block * blockTiles..<min(tiles, (block + 1) * blockTiles)
        compute(range, from, to, scratch)
        block += taskCount
      }
    }
  }

  private func compute(
    _ tiles: Range<Int>, _ from: FeatureMap, _ to: FeatureMap,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    let transformed = scratch + 1024
    let products = transformed + blockTiles * 36 * channels
    let pointers = UnsafeMutableRawPointer(scratch + 640)
      .assumingMemoryBound(to: UnsafePointer<Float>.self)
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tilesX)
      point(pointers, at: from, row: row, column: column)
      kernels.transformInput(
        WinogradInput(
          pixels: pointers, channels: channels,
          output: transformed + (tile - tiles.lowerBound) * channels,
          planeStride: blockTiles * channels, scratch: scratch))
    }
    multiply(tiles.count, transformed, products, pointers)
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tilesX)
      let columns = min(4, to.width - 4 * column)
      let rows = min(4, to.height - 4 * row)
      kernels.transformOutput(
        WinogradOutput(
          products: products + (tile - tiles.lowerBound) * filters,
          planeStride: blockTiles * filters, filters: filters, bias: bias.base,
          output: to.pixel(4 * row, 4 * column), rowStride: to.width * to.pixelStride,
          pixelStride: to.pixelStride, rows: rows, columns: columns, scratch: scratch))
      if activation != .linear {
        for y in 0..<rows {
          let first = (4 * row + y) * to.width + 4 * column
          kernels.activate(to, first..<first + columns, activation)
        }
      }
    }
  }

  /// The 36 matrix products of a block: `[tiles, channels]` times `[channels, filters]` each.
  private func multiply(
    _ count: Int, _ transformed: UnsafePointer<Float>, _ products: UnsafeMutablePointer<Float>,
    _ pointers: UnsafeMutablePointer<UnsafePointer<Float>>
  ) {
    let columns = kernels.tileColumns
    for plane in 0..<36 {
      let rows = transformed + plane * blockTiles * channels
      let target = products + plane * blockTiles * filters
      for panel in 0..<panels {
        let panelWeights = weights.base + (plane * panels + panel) * channels * columns
        var first = 0
        while first < count {
          let rowCount = min(kernels.tileRows, count - first)
          for row in 0..<kernels.tileRows {
            pointers[row] = rows + (first + min(row, rowCount - 1)) * channels
          }
          kernels.multiply(
            ConvolutionTile(
              rows: UnsafePointer(pointers), runs: 1, runLength: channels, weights: panelWeights,
              bias: zeros.base, output: target + first * filters + panel * columns,
              outputStride: filters, rowCount: rowCount,
              columnCount: min(columns, filters - panel * columns)))
          first += kernels.tileRows
        }
      }
    }
  }

  /// Points at the six by six input pixels of a tile, and at zeros outside of the map.
  private func point(
    _ pointers: UnsafeMutablePointer<UnsafePointer<Float>>, at map: FeatureMap, row: Int,
    column: Int
  ) {
    let (top, left) = (4 * row - window.paddingTop, 4 * column - window.paddingLeft)
    for i in 0..<6 {
      for j in 0..<6 {
        let (y, x) = (top + i, left + j)
        let isInside = y >= 0 && y < map.height && x >= 0 && x < map.width
        pointers[6 * i + j] = isInside ? UnsafePointer(map.pixel(y, x)) : UnsafePointer(zeros.base)
      }
    }
  }
}
