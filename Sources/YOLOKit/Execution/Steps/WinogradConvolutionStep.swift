import TensorKernels

/// A 3x3 convolution by Winograd's method: with windows at every pixel a quarter of the
/// multiplications, at every second pixel six tenths.
///
/// The map is cut into tiles, of four by four output pixels or three by three. The six by six, or
/// seven by seven, input pixels of each are transformed into as many numbers for each channel, a plane
/// for each; for each plane one matrix product over the channels gives a number for each filter; and
/// these are transformed back.
///
/// The filters are transformed in every run: that takes a few percent of the products' time, and four
/// times as many numbers would otherwise have to be read from memory, where large layers wait for it.
/// See ``WinogradBlocking`` for the order in which all this is done.
///
/// The transforms lose about two binary digits against the plain sum; see `WinogradTests`.
struct WinogradConvolutionStep: Step {
  let layer: Int
  let name: String
  let input: Placement
  /// Where the convolution's own output lies, or would lie.
  let output: Placement
  private let tail: ConvolutionTail?
  private let window: WindowGeometry
  private let activation: Activation
  private let kernels: ConvolutionKernels
  private let transforms: WinogradTransforms
  private let filterPlanes: [Int]
  private let channels: Int
  private let filters: Int
  private let blocking: WinogradBlocking
  /// `[panels, channels, 3, 3, tileColumns]`.
  let weights: FloatStorage
  /// `[panels, tileColumns]`.
  private let bias: FloatStorage
  /// What products start with, and pixels outside of the map.
  private let zeros: FloatStorage

  /// Prepares a convolution; its filters come packed.
  init(
    layer: Int, convolution: Convolution, input: Placement, output: Placement,
    tail: ConvolutionTail? = nil, kernels: ConvolutionKernels,
    packer: FilterPacker = FilterPacker()
  ) {
    self.layer = layer
    self.tail = tail
    name = "Winograd convolution" + (tail?.suffix ?? "")
    self.input = input
    self.output = output
    self.kernels = kernels
    window = convolution.window
    activation = convolution.activation
    (channels, filters) = (convolution.channels, convolution.filters)
    let transforms = Self.transforms(convolution.window, kernels) ?? kernels.winograd
    self.transforms = transforms
    filterPlanes = (0..<transforms.planes).map { transforms.filterPlane(of: $0) }
    blocking = WinogradBlocking(
      channels: channels, filters: filters,
      tiles: Self.tiles(output.shape, transforms), transforms: transforms, kernels: kernels)
    zeros = FloatStorage(zeros: max(channels, kernels.tileColumns))
    weights = packer.packed(convolution, for: .winograd, columns: kernels.tileColumns)
    bias = packer.bias(convolution, columns: kernels.tileColumns)
  }

  /// The transforms for a window; nil for one that they do not suit.
  private static func transforms(
    _ window: WindowGeometry, _ kernels: ConvolutionKernels
  ) -> WinogradTransforms? {
    guard window.kernelHeight == 3, window.kernelWidth == 3, window.dilation == 1,
      window.strideX == window.strideY
    else { return nil }
    return [kernels.winograd, kernels.stridedWinograd].first { $0.stride == window.strideX }
  }

  /// Tiles of an output.
  private static func tiles(_ shape: FeatureShape, _ transforms: WinogradTransforms) -> Int {
    let side = transforms.outputSide
    return (shape.height + side - 1) / side * ((shape.width + side - 1) / side)
  }

  /// Whether a convolution can be done this way and gains by it.
  static func fits(
    _ convolution: Convolution, output: FeatureShape, tail: ConvolutionTail? = nil,
    kernels: ConvolutionKernels
  ) -> Bool {
    guard let transforms = transforms(convolution.window, kernels), convolution.groups == 1,
      convolution.channels % 16 == 0, convolution.filters % 16 == 0
    else { return false }
    // Pixels that are pooled together have to lie in one tile.
    if tail?.pools == true, transforms.outputSide % 2 != 0 { return false }
    let tiles = Double(tiles(output, transforms))
    let (channels, filters) = (Double(convolution.channels), Double(convolution.filters))
    let (planes, filterPlanes) = (Double(transforms.planes), Double(transforms.filterPlanes))
    // Multiplications, and what the transforms cost in their place.
    let direct = Double(output.pixels) * 9 * channels * filters
    let products = tiles * planes * channels * filters
    let changes = tiles * planes * 6 * (channels + filters) + filterPlanes * 3 * channels * filters
    return products + changes < 0.75 * direct
  }

  private var tilesX: Int {
    (output.shape.width + transforms.outputSide - 1) / transforms.outputSide
  }

  var scratchCount: Int { blocking.scratchCount }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let from = input.map(in: workspace)
    let target = Target(
      map: (tail?.output ?? output).map(in: workspace), residual: tail?.residual?.map(in: workspace)
    )
    let scratch = workspace.scratch.base
    if blocking.isByTiles {
      runByTiles(from, target, scratch, pool)
    } else {
      runByPanels(from, target, scratch, pool)
    }
  }

  /// Where the numbers go, and what is added to them.
  private struct Target {
    let map: FeatureMap
    let residual: FeatureMap?
  }

  /// All filters are transformed first; then every part does a block of tiles at a time by itself.
  private func runByTiles(
    _ from: FeatureMap, _ to: Target, _ scratch: UnsafeMutablePointer<Float>,
    _ pool: WorkerPool
  ) {
    let b = blocking
    pool.run(parts: b.panels) { panel in
      transformFilters(panel, channels: 0..<channels, into: scratch + panel * b.filterCount)
    }
    let blocks = (b.tiles + b.blockTiles - 1) / b.blockTiles
    pool.run(parts: b.parts) { part in
      let own = b.part(part, of: scratch)
      var block = part
      while block < blocks {
        let tiles = b.tiles * block / blocks..<b.tiles * (block + 1) / blocks
        transformInput(from, tiles, into: own.input, blockStart: tiles.lowerBound, own)
        point(own.rows, at: own.input, count: tiles.count)
        for panel in 0..<b.panels {
          multiply(
            own.rows, scratch + panel * b.filterCount, channels: 0..<channels,
            tiles: tiles.count, own.products)
          transformOutput(own, panel, tiles, to)
        }
        block += b.parts
      }
    }
  }

  /// The tiles are transformed first, as many as fit; then every part does a panel at a time, the
  /// transform of its filters among it.
  private func runByPanels(
    _ from: FeatureMap, _ to: Target, _ scratch: UnsafeMutablePointer<Float>,
    _ pool: WorkerPool
  ) {
    let b = blocking
    let blocks = (b.tiles + b.blockTiles - 1) / b.blockTiles
    for block in 0..<blocks {
      let tiles = b.tiles * block / blocks..<b.tiles * (block + 1) / blocks
      pool.run(parts: b.parts) { part in
        let own = b.part(part, of: scratch)
        let first = tiles.lowerBound + tiles.count * part / b.parts
        let end = tiles.lowerBound + tiles.count * (part + 1) / b.parts
        transformInput(from, first..<end, into: scratch, blockStart: tiles.lowerBound, own)
      }
      pool.run(parts: b.parts) { part in
        let own = b.part(part, of: scratch)
        point(own.rows, at: scratch, count: tiles.count)
        var panel = part
        while panel < b.panels {
          var start = 0
          while start < channels {
            let range = start..<min(channels, start + b.blockChannels)
            transformFilters(panel, channels: range, into: own.filters)
            multiply(own.rows, own.filters, channels: range, tiles: tiles.count, own.products)
            start = range.upperBound
          }
          transformOutput(own, panel, tiles, to)
          panel += b.parts
        }
      }
    }
  }

  private func transformFilters(
    _ panel: Int, channels range: Range<Int>, into target: UnsafeMutablePointer<Float>
  ) {
    let columns = kernels.tileColumns
    transforms.filters(
      WinogradFilters(
        filters: weights.base + (panel * channels + range.lowerBound) * 9 * columns,
        channels: range.count, output: target, planeStride: blocking.filterPlane))
  }

  /// Transforms some tiles of the input to their places in a block.
  private func transformInput(
    _ from: FeatureMap, _ tiles: Range<Int>, into target: UnsafeMutablePointer<Float>,
    blockStart: Int, _ own: WinogradBlocking.Part
  ) {
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tilesX)
      point(own.pixels, at: from, row: row, column: column)
      transforms.input(
        WinogradInput(
          pixels: own.pixels, channels: channels,
          output: target + (tile - blockStart) * channels,
          planeStride: blocking.inputPlane, scratch: own.vectors))
    }
  }

  /// The matrix products of a block and a panel, one for each plane: `[tiles, channels]` times
  /// `[channels, tileColumns]` each; added to what is there, but for the first channels.
  private func multiply(
    _ rows: UnsafePointer<UnsafePointer<Float>>, _ filters: UnsafePointer<Float>,
    channels range: Range<Int>, tiles: Int, _ products: UnsafeMutablePointer<Float>
  ) {
    let columns = kernels.tileColumns
    let isFirst = range.lowerBound == 0
    for plane in 0..<transforms.planes {
      let target = products + plane * blocking.productPlane
      kernels.multiply(
        ConvolutionStrip(
          rows: rows, tableStride: kernels.tileRows,
          runStart: plane * blocking.inputPlane + range.lowerBound, runLength: range.count,
          weights: filters + filterPlanes[plane] * blocking.filterPlane,
          initial: isFirst ? zeros.base : target, initialStride: isFirst ? 0 : columns,
          output: target, outputStride: columns, rowCount: tiles, columnCount: columns))
    }
  }

  private func transformOutput(
    _ own: WinogradBlocking.Part, _ panel: Int, _ tiles: Range<Int>, _ to: Target
  ) {
    let columns = kernels.tileColumns
    let (map, first, side) = (to.map, panel * columns, transforms.outputSide)
    let count = min(columns, filters - first)
    for tile in tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: tilesX)
      let (y, x) = (side * row, side * column)
      let size = (
        rows: min(side, output.shape.height - y), columns: min(side, output.shape.width - x)
      )
      // What is pooled lies in the scratch first.
      let isPooled = tail?.pools == true
      let target = isPooled ? own.pooled : map.pixel(y, x) + first
      let (rowStride, pixelStride) =
        isPooled ? (side * columns, columns) : (map.width * map.pixelStride, map.pixelStride)
      transforms.output(
        WinogradOutput(
          products: own.products + (tile - tiles.lowerBound) * columns,
          planeStride: blocking.productPlane, filters: count, bias: bias.base + first,
          output: target, rowStride: rowStride, pixelStride: pixelStride, rows: size.rows,
          columns: size.columns, activation: activation,
          residual: to.residual.map { UnsafePointer($0.pixel(y, x) + first) },
          residualRowStride: (to.residual?.width ?? 0) * (to.residual?.pixelStride ?? 0),
          residualPixelStride: to.residual?.pixelStride ?? 0, scratch: own.vectors))
      guard isPooled else { continue }
      kernels.poolPairs(
        PairPooling(
          source: own.pooled, sourceRowStride: rowStride, sourcePixelStride: pixelStride,
          output: map.pixel(y / 2, x / 2) + first, outputRowStride: map.width * map.pixelStride,
          outputPixelStride: map.pixelStride, rows: size.rows / 2, columns: size.columns / 2,
          channels: count))
    }
  }

  /// Points at the first plane's row of every tile; rows that a kernel reads beyond repeat the last.
  private func point(
    _ rows: UnsafeMutablePointer<UnsafePointer<Float>>, at input: UnsafePointer<Float>, count: Int
  ) {
    for tile in 0..<blocking.tableRows(count) {
      rows[tile] = input + min(tile, count - 1) * channels
    }
  }

  /// Points at the input pixels of a tile, and at zeros outside of the map.
  private func point(
    _ pointers: UnsafeMutablePointer<UnsafePointer<Float>>, at map: FeatureMap, row: Int,
    column: Int
  ) {
    let side = transforms.inputSide
    let step = transforms.outputSide &* transforms.stride
    let (top, left) = (
      step &* row &- window.paddingTop, step &* column &- window.paddingLeft
    )
    if top >= 0, left >= 0, top &+ side <= map.height, left &+ side <= map.width {
      for i in 0..<side {
        let first = UnsafePointer(map.pixel(top &+ i, left))
        for j in 0..<side { pointers[side &* i &+ j] = first + j &* map.pixelStride }
      }
      return
    }
    for i in 0..<side {
      for j in 0..<side {
        let (y, x) = (top &+ i, left &+ j)
        let isInside = y >= 0 && y < map.height && x >= 0 && x < map.width
        pointers[side &* i &+ j] =
          isInside ? UnsafePointer(map.pixel(y, x)) : UnsafePointer(zeros.base)
      }
    }
  }
}
