import COpenBLAS
import TensorKernels

/// A convolution as matrix products: im2col and `cblas_sgemm`.
///
/// `output[pixels, filters] = columns[pixels, K] · weights[filters, K]ᵀ`, with `K` the numbers in a
/// window. A 1x1 window that visits every pixel needs no columns: the map is the matrix. The columns
/// of a large map are made and multiplied a tile at a time, so that they take bounded memory.
///
/// The tiles and the blocks within them depend on the shapes alone, and each block is one call of a
/// single-threaded `cblas_sgemm`: the result does not depend on the number of threads.
struct ConvolutionStep: Step {
  let layer: Int
  let name = "convolution"
  let convolution: Convolution
  let input: Placement
  let output: Placement

  /// The most floats that a tile of columns takes, unless one pixel's window is larger: 4 MiB.
  static let columnLimit = 1 << 20
  /// Multiplications that a block is worth its own call for.
  private static let blockWork = 2_000_000
  private static let blockLimit = 8

  /// Numbers in a window, over the channels of one group.
  private var windowCount: Int { convolution.channels * convolution.window.area }

  /// Output pixels for which columns are made at a time.
  private var tilePixels: Int {
    let pixels = output.shape.pixels
    return needsColumns ? min(pixels, max(16, Self.columnLimit / windowCount)) : pixels
  }

  private var needsColumns: Bool { !convolution.window.isPointwise }

  /// Room for columns that the step needs, in floats.
  var scratchCount: Int { needsColumns ? tilePixels * windowCount : 0 }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (inputMap, outputMap) = (input.map(in: workspace), output.map(in: workspace))
    let perGroup = convolution.filters / convolution.groups
    for group in 0..<convolution.groups {
      let channels = group * convolution.channels..<(group + 1) * convolution.channels
      let filters = group * perGroup..<(group + 1) * perGroup
      let (from, to) = (inputMap.channels(channels), outputMap.channels(filters))
      var start = 0
      while start < output.shape.pixels {
        let tile = start..<min(start + tilePixels, output.shape.pixels)
        if needsColumns {
          fillColumns(from, tile, workspace.scratch, pool)
          multiply(
            workspace.scratch.base, rowLength: windowCount, to, tile, filters: filters, pool)
        } else {
          multiply(from.base, rowLength: from.pixelStride, to, tile, filters: filters, pool)
        }
        start = tile.upperBound
      }
    }
  }

  private func fillColumns(
    _ from: FeatureMap, _ tile: Range<Int>, _ columns: FloatStorage, _ pool: WorkerPool
  ) {
    pool.split(tile.count, cost: windowCount) { pixels in
      imageToColumns(
        from, window: convolution.window, outputWidth: output.shape.width,
        pixels: pixels.lowerBound + tile.lowerBound..<pixels.upperBound + tile.lowerBound,
        into: columns.base + pixels.lowerBound * windowCount)
    }
  }

  /// Multiplies the rows of a tile with the filters of a group, in blocks along the longer side.
  private func multiply(
    _ rows: UnsafePointer<Float>, rowLength: Int, _ to: FeatureMap, _ tile: Range<Int>,
    filters: Range<Int>, _ pool: WorkerPool
  ) {
    let alongPixels = tile.count >= filters.count
    let side = alongPixels ? tile.count : filters.count
    let work = tile.count * filters.count * windowCount
    let blocks = max(1, min(Self.blockLimit, work / Self.blockWork, side / 64))
    pool.run(parts: blocks) { block in
      let range = Self.part(block, of: blocks, length: side)
      guard !range.isEmpty else { return }
      let pixels = alongPixels ? range : 0..<tile.count
      let block = alongPixels ? 0..<filters.count : range
      let target = to.channels(block)
      let first = tile.lowerBound + pixels.lowerBound
      let weights =
        convolution.weights.storage.base + (filters.lowerBound + block.lowerBound) * windowCount
      cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, blasint(pixels.count), blasint(block.count),
        blasint(windowCount), 1, rows + pixels.lowerBound * rowLength, blasint(rowLength), weights,
        blasint(windowCount), 0, target.base + first * target.pixelStride,
        blasint(target.pixelStride))
      addBiasAndActivate(
        target, pixels: first..<first + pixels.count,
        bias: convolution.bias.storage.base + filters.lowerBound + block.lowerBound,
        activation: convolution.activation)
    }
  }

  /// One of `count` pieces of a length, at multiples of 16 but for the last end.
  private static func part(_ index: Int, of count: Int, length: Int) -> Range<Int> {
    let cut = { (i: Int) in i == count ? length : length * i / count / 16 * 16 }
    return cut(index)..<cut(index + 1)
  }
}

/// A convolution in which every channel has its own filter.
struct DepthwiseConvolutionStep: Step {
  let layer: Int
  let name = "depthwise convolution"
  let convolution: Convolution
  let input: Placement
  let output: Placement
  /// `[kernelHeight, kernelWidth, channels]`.
  private let weights: WeightTensor

  init(layer: Int, convolution: Convolution, input: Placement, output: Placement) {
    self.layer = layer
    self.convolution = convolution
    self.input = input
    self.output = output
    let (channels, area) = (convolution.filters, convolution.window.area)
    let storage = FloatStorage(zeros: channels * area)
    convolution.weights.storage.withSpan { from in
      storage.withMutableSpan { to in
        channelsLast(from, channels: channels, positions: area, into: &to, at: 0)
      }
    }
    weights = WeightTensor(storage)
  }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(output.shape.height, cost: output.shape.width * weights.count) { rows in
      depthwiseConvolution(
        from, weights: weights.storage.base, bias: convolution.bias.storage.base,
        window: convolution.window, output: to, rows: rows)
      addBiasAndActivate(
        to, pixels: rows.lowerBound * to.width..<rows.upperBound * to.width, bias: nil,
        activation: convolution.activation)
    }
  }
}
