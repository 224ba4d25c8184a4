import TensorKernels

/// In what pieces a Winograd convolution is done, and where in the scratch they lie.
///
/// Of the three things that are multiplied and made (transformed tiles, transformed filters,
/// products, a plane for each multiplication) a core's cache has to hold what is used again:
///
/// - **By tiles**, where the filters are few: all filters are transformed first, and each part
///   takes a block of tiles through all three stages for one panel of filters after the other.
/// - **By panels**, where the filters are many, and mostly the tiles few: the tiles are transformed
///   first, and each part takes a panel of filters through all three stages.
///
/// Planes are one cache line further apart than they are long: dozens of them at multiples of 4 KiB
/// would all fall into the same few places of the cache.
struct WinogradBlocking {
  let tiles: Int
  let panels: Int
  /// Which of the two orders.
  let isByTiles: Bool
  /// Tiles of a block.
  let blockTiles: Int
  /// Channels whose filters are transformed and multiplied at a time.
  let blockChannels: Int
  /// Pieces that may be done at the same time.
  let parts: Int

  /// Floats from a plane of transformed tiles to the next.
  let inputPlane: Int
  /// Floats from a plane of transformed filters of a panel to the next.
  let filterPlane: Int
  /// Floats from a plane of products to the next.
  let productPlane: Int

  private let planes: Int
  private let filterPlanes: Int
  private let outputSide: Int
  private let tileRows: Int
  private let columns: Int

  /// Floats that the filters of all panels take at most, to be transformed first: 512 KiB.
  private static let filterLimit = 1 << 17
  /// Floats that a core's cache holds well beside what streams through it: 256 KiB.
  private static let cacheLimit = 1 << 16
  private static let partLimit = 8

  init(
    channels: Int, filters: Int, tiles: Int, transforms: WinogradTransforms,
    kernels: ConvolutionKernels
  ) {
    (planes, filterPlanes) = (transforms.planes, transforms.filterPlanes)
    outputSide = transforms.outputSide
    self.tiles = tiles
    (tileRows, columns) = (kernels.tileRows, kernels.tileColumns)
    panels = (filters + columns - 1) / columns
    isByTiles =
      filterPlanes * channels * panels * columns <= Self.filterLimit && tiles >= 8 * tileRows
    if isByTiles {
      blockChannels = channels
      // Four blocks for each of two threads, if the cache does not ask for more.
      let cached = Self.cacheLimit / (planes * channels) / tileRows * tileRows
      blockTiles = max(2 * tileRows, min(8 * tileRows, cached))
      parts = min(Self.partLimit, (tiles + blockTiles - 1) / blockTiles)
    } else {
      blockChannels = min(channels, max(16, Self.cacheLimit / (filterPlanes * columns) / 16 * 16))
      blockTiles = min(tiles, 16 * tileRows)
      parts = min(Self.partLimit, panels)
    }
    let line = FloatStorage.alignment / MemoryLayout<Float>.stride
    inputPlane = blockTiles * channels + line
    filterPlane = blockChannels * columns + line
    productPlane = blockTiles * columns + line
  }

  /// Rows of whole kernel tiles that hold so many tiles.
  func tableRows(_ count: Int) -> Int { (count + tileRows - 1) / tileRows * tileRows }

  /// Floats of the transformed filters of a panel.
  var filterCount: Int { filterPlanes * filterPlane }
  private var inputCount: Int { planes * inputPlane }
  private var productCount: Int { planes * productPlane }

  /// Floats that all parts share: the filters, or the tiles.
  private var sharedCount: Int { isByTiles ? panels * filterCount : inputCount }
  /// Room for a vector and a pointer for each plane.
  private var vectorCount: Int { planes * 16 + (2 * planes + 15) / 16 * 16 }
  private var rowPointers: Int { (2 * tableRows(blockTiles) + 15) / 16 * 16 }

  /// Room for the output pixels of a tile.
  private var pooledCount: Int { outputSide * outputSide * columns }

  private var partCount: Int {
    vectorCount + rowPointers + pooledCount + productCount
      + (isByTiles ? inputCount : filterCount)
  }

  /// Floats of scratch for the whole step.
  var scratchCount: Int { sharedCount + parts * partCount }

  /// Where a part of the work keeps its own.
  struct Part {
    /// Room for a vector for each plane.
    let vectors: UnsafeMutablePointer<Float>
    /// The input pixels of a tile.
    let pixels: UnsafeMutablePointer<UnsafePointer<Float>>
    /// The transformed tiles as rows of the products' left side.
    let rows: UnsafeMutablePointer<UnsafePointer<Float>>
    /// A tile's output before it is pooled, `[outputSide, outputSide, tileColumns]`.
    let pooled: UnsafeMutablePointer<Float>
    let products: UnsafeMutablePointer<Float>
    /// Transformed tiles; only by tiles.
    let input: UnsafeMutablePointer<Float>
    /// Transformed filters; only by panels.
    let filters: UnsafeMutablePointer<Float>
  }

  /// Divides the scratch of a part.
  func part(_ index: Int, of scratch: UnsafeMutablePointer<Float>) -> Part {
    let base = scratch + sharedCount + index * partCount
    let pointers = { (offset: Int) in
      UnsafeMutableRawPointer(base + offset).assumingMemoryBound(to: UnsafePointer<Float>.self)
    }
    let pooled = base + vectorCount + rowPointers
    let products = pooled + pooledCount
    return Part(
      vectors: base, pixels: pointers(planes * 16), rows: pointers(vectorCount),
      pooled: pooled, products: products, input: products + productCount,
      filters: products + productCount)
  }
}
