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
  let name: String
  let input: Placement
  /// Where the convolution's own output lies, or would lie.
  let output: Placement
  private let tail: ConvolutionTail?
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
  /// Pixels that are not parted, and how many times the output has so many.
  private let unit: Int
  private let units: Int
  /// Tiles of the longest block.
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
    tail: ConvolutionTail? = nil, kernels: ConvolutionKernels,
    packer: FilterPacker = FilterPacker()
  ) {
    self.layer = layer
    self.tail = tail
    name = "tiled convolution" + (tail?.suffix ?? "")
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
    let cached = Self.blockLimit / (convolution.channels * window.strideX * window.strideY)
    let wanted = max(4 * kernels.tileRows, min(Self.blockPixels, cached))
    // Rows that are pooled together stay together.
    let unit = tail?.pools == true ? 2 * output.shape.width : kernels.tileRows
    let units = (output.shape.pixels + unit - 1) / unit
    let perBlock = max(1, wanted / unit)
    blocks = (units + perBlock - 1) / perBlock
    (self.unit, self.units) = (unit, units)
    let longest = (units + blocks - 1) / blocks * unit
    blockTiles = (longest + kernels.tileRows - 1) / kernels.tileRows
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
  private var parts: Int { min(Self.partLimit, blocks * groups) }

  /// Floats of scratch for one part's table of pointers.
  private var tableScratch: Int {
    (runs.tableCount(tiles: blockTiles, rows: kernels.tileRows) + 15) / 16 * 16
  }
  /// Floats for a block's sums of one panel, before they are pooled.
  private var pooledScratch: Int {
    tail?.pools == true ? blockTiles * kernels.tileRows * kernels.tileColumns : 0
  }
  private var partScratch: Int { tableScratch + pooledScratch }

  var scratchCount: Int { partScratch * parts }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let from = input.map(in: workspace)
    let to = (tail?.output ?? output).map(in: workspace)
    let residual = tail?.residual?.map(in: workspace)
    pool.run(parts: parts) { part in
      let scratch = workspace.scratch.base + part * partScratch
      let table = runs.table(in: scratch, tiles: blockTiles, rows: kernels.tileRows)
      var task = part
      while task < blocks * groups {
        let (block, group) = task.quotientAndRemainder(dividingBy: groups)
        let first = units * block / blocks * unit
        let pixels = first..<min(output.shape.pixels, units * (block + 1) / blocks * unit)
        runs.fill(
          table, from, pixels: pixels, outputWidth: output.shape.width, zeros: zeros.base)
        for panel in panels * group / groups..<panels * (group + 1) / groups {
          if tail?.pools == true {
            let sums = scratch + tableScratch
            compute(panel, pixels, table, into: sums, stride: kernels.tileColumns, residual: nil)
            poolPairs(sums, panel, pixels, to)
          } else {
            let target = to.base + pixels.lowerBound * to.pixelStride + panel * kernels.tileColumns
            compute(
              panel, pixels, table, into: target, stride: to.pixelStride, residual: residual)
          }
        }
        task += parts
      }
    }
  }

  /// Multiplies the pixels of a block with the filters of a panel.
  private func compute(
    _ panel: Int, _ pixels: Range<Int>, _ table: WindowRuns.Table,
    into target: UnsafeMutablePointer<Float>, stride: Int, residual: FeatureMap?
  ) {
    let columns = kernels.tileColumns
    let perPanel = runs.count * runs.length * columns
    let columnCount = min(columns, filters - panel * columns)
    var strip = ConvolutionStrip(
      rows: UnsafePointer(table.pointers), tableStride: runs.count * kernels.tileRows,
      runs: runs.count, runLength: runs.length, weights: weights.base + panel * perPanel,
      initial: bias.base + panel * columns, output: target, outputStride: stride,
      rowCount: pixels.count, columnCount: columnCount)
    // Sums so far are read whole panels at a time, which a part of one is not.
    let isWhole = chunks.count == 1 || columnCount < columns
    for (index, chunk) in chunks.enumerated() {
      if !isWhole {
        strip.rows = UnsafePointer(table.pointers) + chunk.runs.lowerBound * kernels.tileRows
        strip.runs = chunk.runs.count
        (strip.runStart, strip.runLength) = (chunk.numbers.lowerBound, chunk.numbers.count)
      }
      if isWhole || index + 1 == chunks.count {
        strip.activation = activation
        if let residual {
          strip.residual = UnsafePointer(
            residual.base + pixels.lowerBound * residual.pixelStride + panel * columns)
          strip.residualStride = residual.pixelStride
        }
      }
      kernels.multiply(strip)
      if isWhole { return }
      strip.weights += chunk.runs.count * chunk.numbers.count * columns
      (strip.initial, strip.initialStride) = (UnsafePointer(target), stride)
    }
  }

  /// Pools the rows of a block, of one panel's filters.
  private func poolPairs(
    _ sums: UnsafePointer<Float>, _ panel: Int, _ pixels: Range<Int>, _ to: FeatureMap
  ) {
    let (columns, width) = (kernels.tileColumns, output.shape.width)
    kernels.poolPairs(
      PairPooling(
        source: sums, sourceRowStride: width * columns, sourcePixelStride: columns,
        output: to.pixel(pixels.lowerBound / width / 2, 0) + panel * columns,
        outputRowStride: to.width * to.pixelStride, outputPixelStride: to.pixelStride,
        rows: pixels.count / width / 2, columns: to.width,
        channels: min(columns, filters - panel * columns)))
  }
}
