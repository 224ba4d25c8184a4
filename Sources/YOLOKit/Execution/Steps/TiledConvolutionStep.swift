import TensorKernels

/// A convolution by our own kernels, in register tiles, read straight from the map.
///
/// The filters are packed once into panels of as many columns as a tile has. For each tile of
/// neighbouring output pixels a table says where the numbers under the window lie: one pointer for
/// each pixel and each run of numbers that stand side by side in memory. Where the window leaves the
/// map the pointer shows zeros.
///
/// A task is a block of tiles and some panels. A long sum is done a chunk at a time, so that the
/// chunk of a panel stays in the nearest cache while all tiles of the block use it.
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
  private let chunks: [Chunk]
  private let filters: Int
  /// `[panels, runs, runLength, tileColumns]`.
  let weights: FloatStorage
  /// `[panels, tileColumns]`.
  private let bias: FloatStorage
  private let zeros: FloatStorage
  /// Tiles of a block.
  private let blockTiles: Int
  private let blocks: Int
  /// Into how many groups the panels are divided.
  private let groups: Int

  /// A part of the sums.
  private struct Chunk {
    var runs: Range<Int>
    var numbers: Range<Int>
  }

  /// Floats of a panel's chunk: 16 KiB.
  private static let chunkLimit = 1 << 12
  /// Floats under the windows of a block that a core's cache holds beside the rest: 256 KiB.
  private static let blockLimit = 1 << 16
  private static let blockPixels = 192
  private static let partLimit = 16

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
    bias = packer.bias(convolution, columns: columns)
    zeros = FloatStorage(zeros: runs.length)
    chunks = Self.chunks(runs, limit: Self.chunkLimit / columns)
    let tiles = (output.shape.pixels + kernels.tileRows - 1) / kernels.tileRows
    let cached = Self.blockLimit / (convolution.channels * window.strideX * window.strideY)
    blockTiles = max(4, min(Self.blockPixels, cached) / kernels.tileRows)
    blocks = (tiles + blockTiles - 1) / blockTiles
    groups = min((filters + columns - 1) / columns, (7 + blocks) / blocks)
  }

  /// Whether a convolution is worth a tile: one group, or groups of many filters.
  static func fits(_ convolution: Convolution) -> Bool { convolution.groups == 1 }

  /// Divides the numbers of a window into chunks of about the same length: some whole runs, or a part
  /// of one.
  private static func chunks(_ runs: WindowRuns, limit: Int) -> [Chunk] {
    if runs.length <= limit {
      let pieces = (runs.count * runs.length + limit - 1) / limit
      return (0..<pieces).map { piece in
        Chunk(
          runs: runs.count * piece / pieces..<runs.count * (piece + 1) / pieces,
          numbers: 0..<runs.length)
      }.filter { !$0.runs.isEmpty }
    }
    let pieces = (runs.length + limit - 1) / limit
    return (0..<runs.count).flatMap { run in
      (0..<pieces).map { piece in
        Chunk(
          runs: run..<run + 1,
          numbers: runs.length * piece / pieces..<runs.length * (piece + 1) / pieces)
      }
    }
  }

  private var panels: Int { (filters + kernels.tileColumns - 1) / kernels.tileColumns }
  private var tiles: Int { (output.shape.pixels + kernels.tileRows - 1) / kernels.tileRows }
  private var parts: Int { min(Self.partLimit, blocks * groups) }

  /// Floats of scratch for one part: the pointers, and the rows of windows at the border.
  private var partScratch: Int {
    (runs.tableCount(tiles: blockTiles, rows: kernels.tileRows) + 15) / 16 * 16
  }

  var scratchCount: Int { partScratch * parts }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.run(parts: parts) { part in
      let table = runs.table(
        in: workspace.scratch.base + part * partScratch, tiles: blockTiles, rows: kernels.tileRows)
      var task = part
      while task < blocks * groups {
        let (block, group) = task.quotientAndRemainder(dividingBy: groups)
        let first = tiles * block / blocks * kernels.tileRows
        let end = min(to.pixels, tiles * (block + 1) / blocks * kernels.tileRows)
        runs.fill(
          table, from, pixels: first..<end, outputWidth: to.width, zeros: zeros.base)
        for panel in panels * group / groups..<panels * (group + 1) / groups {
          compute(panel, pixels: first..<end, table, to)
        }
        task += parts
      }
    }
  }

  /// Multiplies the pixels of a block with the filters of a panel.
  private func compute(
    _ panel: Int, pixels: Range<Int>, _ table: WindowRuns.Table, _ to: FeatureMap
  ) {
    let columns = kernels.tileColumns
    let perPanel = runs.count * runs.length * columns
    let columnCount = min(columns, filters - panel * columns)
    let target = to.base + pixels.lowerBound * to.pixelStride + panel * columns
    var strip = ConvolutionStrip(
      rows: UnsafePointer(table.pointers), tableStride: runs.count * kernels.tileRows,
      runs: runs.count, runLength: runs.length, weights: weights.base + panel * perPanel,
      initial: bias.base + panel * columns, output: target, outputStride: to.pixelStride,
      rowCount: pixels.count, columnCount: columnCount, activation: activation)
    // Sums so far are read whole panels at a time, which a part of one is not.
    guard chunks.count > 1, columnCount == columns else { return kernels.multiply(strip) }
    for (index, chunk) in chunks.enumerated() {
      strip.rows = UnsafePointer(table.pointers) + chunk.runs.lowerBound * kernels.tileRows
      strip.runs = chunk.runs.count
      (strip.runStart, strip.runLength) = (chunk.numbers.lowerBound, chunk.numbers.count)
      strip.activation = index + 1 == chunks.count ? activation : .linear
      kernels.multiply(strip)
      strip.weights += chunk.runs.count * chunk.numbers.count * columns
      (strip.initial, strip.initialStride) = (UnsafePointer(target), to.pixelStride)
    }
  }
}
