import TensorKernels

/// A convolution by our own kernels, in register tiles, read straight from the map.
///
/// The filters are packed once into panels of as many columns as a tile has. For each tile of
/// neighbouring output pixels a table says where the numbers under the window lie: one pointer for
/// each pixel and each run of numbers that stand side by side in memory. Where the window leaves the
/// map the pointer shows zeros.
///
/// Every output number is one sum in one order, whatever the threads do, so results do not depend on
/// their number.
struct TiledConvolutionStep: Step {
  let layer: Int
  let name = "tiled convolution"
  let input: Placement
  let output: Placement
  private let window: WindowGeometry
  private let activation: Activation
  private let kernels: ConvolutionKernels
  private let runs: WindowRuns
  private let filters: Int
  /// `[panels, runs, runLength, tileColumns]`.
  let weights: FloatStorage
  /// `[panels, tileColumns]`.
  private let bias: FloatStorage
  private let zeros: FloatStorage

  /// Tiles whose activation is applied together, while they are in the cache.
  private static let tilesPerSweep = 16

  /// Prepares a convolution; its filters come packed.
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
    filters = convolution.filters
    runs = WindowRuns(window: window, input: input)
    let columns = kernels.tileColumns
    weights = packer.packed(convolution, for: .tiled, columns: columns)
    bias = FloatStorage(zeros: (filters + columns - 1) / columns * columns)
    bias.base.update(from: convolution.bias.storage.base, count: filters)
    zeros = FloatStorage(zeros: runs.length)
  }

  /// Whether a convolution is worth a tile: one group, or groups of many filters.
  static func fits(_ convolution: Convolution) -> Bool { convolution.groups == 1 }

  private var panels: Int { (filters + kernels.tileColumns - 1) / kernels.tileColumns }
  private var tiles: Int { (output.shape.pixels + kernels.tileRows - 1) / kernels.tileRows }

  /// Floats of scratch for one task: the pointers, and the rows of windows at the border.
  private var taskScratch: Int {
    let pointers = runs.count * kernels.tileRows * 2
    return (pointers + runs.borderCount * kernels.tileRows + 15) / 16 * 16
  }

  /// Room for scratch that the step needs, in floats.
  var scratchCount: Int { taskScratch * Self.taskLimit }

  private static let taskLimit = 64

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    // A task is a panel and a range of tiles; with few panels the pixels are split as well.
    let blocks = max(1, min(tiles, min(Self.taskLimit, 4 * pool.threads) / panels))
    let sweeps = min(Self.taskLimit, panels * blocks)
    pool.run(parts: sweeps) { part in
      let scratch = workspace.scratch.base + part * taskScratch
      // More panels than parts: each part takes every so manieth.
      var task = part
      while task < panels * blocks {
        let (panel, block) = (task % panels, task / panels)
        compute(
          panel, tiles: tiles * block / blocks..<tiles * (block + 1) / blocks, from, to, scratch)
        task += sweeps
      }
    }
  }

  private func compute(
    _ panel: Int, tiles range: Range<Int>, _ from: FeatureMap, _ to: FeatureMap,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    let columns = kernels.tileColumns
    let first = panel * columns
    let columnCount = min(columns, filters - first)
    let target = to.channels(first..<first + columnCount)
    let perPanel = runs.count * runs.length * columns
    let table = runs.table(in: scratch, rows: kernels.tileRows)
    var swept = range.lowerBound * kernels.tileRows
    for tile in range {
      let pixel = tile * kernels.tileRows
      let count = min(kernels.tileRows, to.pixels - pixel)
      runs.fill(table, from, pixel: pixel, count: count, outputWidth: to.width, zeros: zeros.base)
      kernels.multiply(
        ConvolutionTile(
          rows: UnsafePointer(table.pointers), runs: runs.count, runLength: runs.length,
          weights: weights.base + panel * perPanel, bias: bias.base + first,
          output: target.base + pixel * target.pixelStride, outputStride: target.pixelStride,
          rowCount: count, columnCount: columnCount))
      if tile + 1 == range.upperBound || (tile + 1 - range.lowerBound) % Self.tilesPerSweep == 0 {
        if activation != .linear { kernels.activate(target, swept..<pixel + count, activation) }
        swept = pixel + count
      }
    }
  }
}
