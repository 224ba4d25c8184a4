import CProcessor

import struct TensorKernels.ConvolutionStrip

/// Two rows of a register tile, each two vectors of columns.
///
/// Private, since the compiler would write helpers for it otherwise, under names that all variants
/// share.
private struct RowPair {
  private var low0: Vector
  private var high0: Vector
  private var low1: Vector
  private var high1: Vector

  /// Reads what two rows start with.
  @inline(__always)
  init(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>) {
    low0 = loadVector(first)
    high0 = loadVector(first + Vector.scalarCount)
    low1 = loadVector(second)
    high1 = loadVector(second + Vector.scalarCount)
  }

  @inline(__always)
  mutating func add(_ x0: Float, _ x1: Float, _ low: Vector, _ high: Vector) {
    let factor0 = Vector(repeating: x0)
    low0 = multiplyAdd(factor0, low, low0)
    high0 = multiplyAdd(factor0, high, high0)
    let factor1 = Vector(repeating: x1)
    low1 = multiplyAdd(factor1, low, low1)
    high1 = multiplyAdd(factor1, high, high1)
  }

  /// Writes both rows whole.
  @inline(__always)
  func store(_ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>) {
    storeVector(low0, first)
    storeVector(high0, first + Vector.scalarCount)
    storeVector(low1, second)
    storeVector(high1, second + Vector.scalarCount)
  }

  /// Writes those of the two rows and of their columns that are wanted.
  @inline(__always)
  func storePart(_ strip: borrowing ConvolutionStrip, _ tile: Tile, _ row: Int) {
    guard row < tile.rowCount else { return }
    let target = tile.output + row &* strip.outputStride
    storeRow(low0, high0, target, strip.columnCount)
    guard row &+ 1 < tile.rowCount else { return }
    storeRow(low1, high1, target + strip.outputStride, strip.columnCount)
  }
}

/// Asks for the weights that are wanted some tens of steps later.
///
/// The panels of a strip and those of the next one often stand side by side, but the processor does
/// not look ahead from one page of memory to the next by itself.
@inline(__always)
private func prefetchWeights(_ weights: UnsafePointer<Float>) {
  processor_prefetch(weights + 512)
  #if KERNEL_AVX512
    processor_prefetch(weights + (512 + Vector.scalarCount))
  #endif
}

/// Writes a row: whole vectors, and of the last one the wanted columns one by one.
@inline(__always)
private func storeRow(
  _ low: Vector, _ high: Vector, _ target: UnsafeMutablePointer<Float>, _ columnCount: Int
) {
  let width = Vector.scalarCount
  if columnCount == 2 &* width {
    storeVector(low, target)
    storeVector(high, target + width)
  } else if columnCount >= width {
    storeVector(low, target)
    for column in 0..<(columnCount &- width) { target[width &+ column] = high[column] }
  } else {
    for column in 0..<columnCount { target[column] = low[column] }
  }
}

/// Computes a strip of tiles and applies the activation to each.
///
/// Where few rows are left, as at the end of a map, a tile of fewer rows takes less time.
func multiplyStrip(_ strip: borrowing ConvolutionStrip) {
  var tile = Tile(
    rows: strip.rows, initial: strip.initial, output: strip.output, residual: strip.residual,
    rowCount: strip.rowCount)
  while tile.rowCount > 0 {
    let count = min(tile.rowCount, tileRows)
    if count > shortTileRows { multiplyFull(strip, tile) } else { multiplyShort(strip, tile) }
    finish(strip, &tile, count)
    tile.rows += strip.tableStride
    tile.initial += count &* strip.initialStride
    tile.output += count &* strip.outputStride
    tile.rowCount &-= count
  }
}

/// Applies the activation to a tile and adds the residual.
@inline(__always)
private func finish(_ strip: borrowing ConvolutionStrip, _ tile: inout Tile, _ count: Int) {
  activatePixels(
    tile.output, count: count, channels: strip.columnCount, stride: strip.outputStride,
    strip.activation)
  if let residual = tile.residual {
    addToPixels(
      tile.output, count: count, channels: strip.columnCount, stride: strip.outputStride, residual,
      otherStride: strip.residualStride)
    tile.residual = residual + count &* strip.residualStride
  }
}

/// The tile of a strip that is being computed.
private struct Tile {
  var rows: UnsafePointer<UnsafePointer<Float>>
  var initial: UnsafePointer<Float>
  var output: UnsafeMutablePointer<Float>
  var residual: UnsafePointer<Float>?
  /// Rows from here to the strip's end.
  var rowCount: Int
}

#if KERNEL_AVX512
  /// Output pixels of a tile, and of a short one.
  let tileRows = 14
  let shortTileRows = 8

  /// A tile of 14 pixels by 32 filters: 28 of the 32 AVX-512 registers hold sums.
  ///
  /// The rows are variables by name, since the compiler keeps arrays of them in memory.
  @inline(__always)
  private func multiplyFull(_ strip: borrowing ConvolutionStrip, _ tile: Tile) {
    let start0 = tile.initial
    let start1 = start0 + (tile.rowCount > 1 ? strip.initialStride : 0)
    let start2 = start1 + (tile.rowCount > 2 ? strip.initialStride : 0)
    let start3 = start2 + (tile.rowCount > 3 ? strip.initialStride : 0)
    let start4 = start3 + (tile.rowCount > 4 ? strip.initialStride : 0)
    let start5 = start4 + (tile.rowCount > 5 ? strip.initialStride : 0)
    let start6 = start5 + (tile.rowCount > 6 ? strip.initialStride : 0)
    let start7 = start6 + (tile.rowCount > 7 ? strip.initialStride : 0)
    let start8 = start7 + (tile.rowCount > 8 ? strip.initialStride : 0)
    let start9 = start8 + (tile.rowCount > 9 ? strip.initialStride : 0)
    let start10 = start9 + (tile.rowCount > 10 ? strip.initialStride : 0)
    let start11 = start10 + (tile.rowCount > 11 ? strip.initialStride : 0)
    let start12 = start11 + (tile.rowCount > 12 ? strip.initialStride : 0)
    let start13 = start12 + (tile.rowCount > 13 ? strip.initialStride : 0)
    var pair0 = RowPair(start0, start1)
    var pair2 = RowPair(start2, start3)
    var pair4 = RowPair(start4, start5)
    var pair6 = RowPair(start6, start7)
    var pair8 = RowPair(start8, start9)
    var pair10 = RowPair(start10, start11)
    var pair12 = RowPair(start12, start13)
    var weights = strip.weights
    var rows = tile.rows
    for _ in 0..<strip.runs {
      let from0 = rows[0] + strip.runStart
      let from1 = rows[1] + strip.runStart
      let from2 = rows[2] + strip.runStart
      let from3 = rows[3] + strip.runStart
      let from4 = rows[4] + strip.runStart
      let from5 = rows[5] + strip.runStart
      let from6 = rows[6] + strip.runStart
      let from7 = rows[7] + strip.runStart
      let from8 = rows[8] + strip.runStart
      let from9 = rows[9] + strip.runStart
      let from10 = rows[10] + strip.runStart
      let from11 = rows[11] + strip.runStart
      let from12 = rows[12] + strip.runStart
      let from13 = rows[13] + strip.runStart
      for k in 0..<strip.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        prefetchWeights(weights)
        weights += 2 &* Vector.scalarCount
        pair0.add(from0[k], from1[k], low, high)
        pair2.add(from2[k], from3[k], low, high)
        pair4.add(from4[k], from5[k], low, high)
        pair6.add(from6[k], from7[k], low, high)
        pair8.add(from8[k], from9[k], low, high)
        pair10.add(from10[k], from11[k], low, high)
        pair12.add(from12[k], from13[k], low, high)
      }
      rows += tileRows
    }
    if strip.columnCount == 2 &* Vector.scalarCount, tile.rowCount >= 14 {
      let (target, stride) = (tile.output, strip.outputStride)
      pair0.store(target, target + stride)
      pair2.store(target + 2 &* stride, target + 3 &* stride)
      pair4.store(target + 4 &* stride, target + 5 &* stride)
      pair6.store(target + 6 &* stride, target + 7 &* stride)
      pair8.store(target + 8 &* stride, target + 9 &* stride)
      pair10.store(target + 10 &* stride, target + 11 &* stride)
      pair12.store(target + 12 &* stride, target + 13 &* stride)
      return
    }
    pair0.storePart(strip, tile, 0)
    pair2.storePart(strip, tile, 2)
    pair4.storePart(strip, tile, 4)
    pair6.storePart(strip, tile, 6)
    pair8.storePart(strip, tile, 8)
    pair10.storePart(strip, tile, 10)
    pair12.storePart(strip, tile, 12)
  }

  /// A tile of 8 pixels by 32 filters.
  @inline(__always)
  private func multiplyShort(_ strip: borrowing ConvolutionStrip, _ tile: Tile) {
    let start0 = tile.initial
    let start1 = start0 + (tile.rowCount > 1 ? strip.initialStride : 0)
    let start2 = start1 + (tile.rowCount > 2 ? strip.initialStride : 0)
    let start3 = start2 + (tile.rowCount > 3 ? strip.initialStride : 0)
    let start4 = start3 + (tile.rowCount > 4 ? strip.initialStride : 0)
    let start5 = start4 + (tile.rowCount > 5 ? strip.initialStride : 0)
    let start6 = start5 + (tile.rowCount > 6 ? strip.initialStride : 0)
    let start7 = start6 + (tile.rowCount > 7 ? strip.initialStride : 0)
    var pair0 = RowPair(start0, start1)
    var pair2 = RowPair(start2, start3)
    var pair4 = RowPair(start4, start5)
    var pair6 = RowPair(start6, start7)
    var weights = strip.weights
    var rows = tile.rows
    for _ in 0..<strip.runs {
      let from0 = rows[0] + strip.runStart
      let from1 = rows[1] + strip.runStart
      let from2 = rows[2] + strip.runStart
      let from3 = rows[3] + strip.runStart
      let from4 = rows[4] + strip.runStart
      let from5 = rows[5] + strip.runStart
      let from6 = rows[6] + strip.runStart
      let from7 = rows[7] + strip.runStart
      for k in 0..<strip.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        prefetchWeights(weights)
        weights += 2 &* Vector.scalarCount
        pair0.add(from0[k], from1[k], low, high)
        pair2.add(from2[k], from3[k], low, high)
        pair4.add(from4[k], from5[k], low, high)
        pair6.add(from6[k], from7[k], low, high)
      }
      rows += tileRows
    }
    if strip.columnCount == 2 &* Vector.scalarCount, tile.rowCount == 8 {
      let (target, stride) = (tile.output, strip.outputStride)
      pair0.store(target, target + stride)
      pair2.store(target + 2 &* stride, target + 3 &* stride)
      pair4.store(target + 4 &* stride, target + 5 &* stride)
      pair6.store(target + 6 &* stride, target + 7 &* stride)
      return
    }
    pair0.storePart(strip, tile, 0)
    pair2.storePart(strip, tile, 2)
    pair4.storePart(strip, tile, 4)
    pair6.storePart(strip, tile, 6)
  }
#else
  /// Output pixels of a tile, and of a short one.
  let tileRows = 6
  let shortTileRows = 4

  /// A tile of 6 pixels by 16 filters: 12 of the 16 AVX registers hold sums.
  ///
  /// The rows are variables by name, since the compiler keeps arrays of them in memory.
  @inline(__always)
  private func multiplyFull(_ strip: borrowing ConvolutionStrip, _ tile: Tile) {
    let start0 = tile.initial
    let start1 = start0 + (tile.rowCount > 1 ? strip.initialStride : 0)
    let start2 = start1 + (tile.rowCount > 2 ? strip.initialStride : 0)
    let start3 = start2 + (tile.rowCount > 3 ? strip.initialStride : 0)
    let start4 = start3 + (tile.rowCount > 4 ? strip.initialStride : 0)
    let start5 = start4 + (tile.rowCount > 5 ? strip.initialStride : 0)
    var pair0 = RowPair(start0, start1)
    var pair2 = RowPair(start2, start3)
    var pair4 = RowPair(start4, start5)
    var weights = strip.weights
    var rows = tile.rows
    for _ in 0..<strip.runs {
      let from0 = rows[0] + strip.runStart
      let from1 = rows[1] + strip.runStart
      let from2 = rows[2] + strip.runStart
      let from3 = rows[3] + strip.runStart
      let from4 = rows[4] + strip.runStart
      let from5 = rows[5] + strip.runStart
      for k in 0..<strip.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        prefetchWeights(weights)
        weights += 2 &* Vector.scalarCount
        pair0.add(from0[k], from1[k], low, high)
        pair2.add(from2[k], from3[k], low, high)
        pair4.add(from4[k], from5[k], low, high)
      }
      rows += tileRows
    }
    if strip.columnCount == 2 &* Vector.scalarCount, tile.rowCount >= 6 {
      let (target, stride) = (tile.output, strip.outputStride)
      pair0.store(target, target + stride)
      pair2.store(target + 2 &* stride, target + 3 &* stride)
      pair4.store(target + 4 &* stride, target + 5 &* stride)
      return
    }
    pair0.storePart(strip, tile, 0)
    pair2.storePart(strip, tile, 2)
    pair4.storePart(strip, tile, 4)
  }

  /// A tile of 4 pixels by 16 filters.
  @inline(__always)
  private func multiplyShort(_ strip: borrowing ConvolutionStrip, _ tile: Tile) {
    let start0 = tile.initial
    let start1 = start0 + (tile.rowCount > 1 ? strip.initialStride : 0)
    let start2 = start1 + (tile.rowCount > 2 ? strip.initialStride : 0)
    let start3 = start2 + (tile.rowCount > 3 ? strip.initialStride : 0)
    var pair0 = RowPair(start0, start1)
    var pair2 = RowPair(start2, start3)
    var weights = strip.weights
    var rows = tile.rows
    for _ in 0..<strip.runs {
      let from0 = rows[0] + strip.runStart
      let from1 = rows[1] + strip.runStart
      let from2 = rows[2] + strip.runStart
      let from3 = rows[3] + strip.runStart
      for k in 0..<strip.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        prefetchWeights(weights)
        weights += 2 &* Vector.scalarCount
        pair0.add(from0[k], from1[k], low, high)
        pair2.add(from2[k], from3[k], low, high)
      }
      rows += tileRows
    }
    if strip.columnCount == 2 &* Vector.scalarCount, tile.rowCount == 4 {
      let (target, stride) = (tile.output, strip.outputStride)
      pair0.store(target, target + stride)
      pair2.store(target + 2 &* stride, target + 3 &* stride)
      return
    }
    pair0.storePart(strip, tile, 0)
    pair2.storePart(strip, tile, 2)
  }
#endif
