import struct TensorKernels.ConvolutionTile

/// One row of a register tile: two vectors of columns.
///
/// Private, since the compiler would write helpers for it otherwise, under names that all variants
/// share.
private struct TileRow {
  var low: Vector
  var high: Vector

  @inline(__always)
  mutating func add(_ x: Float, _ low: Vector, _ high: Vector) {
    let factor = Vector(repeating: x)
    self.low.addProduct(factor, low)
    self.high.addProduct(factor, high)
  }

  /// Writes the row: whole vectors, and of the last one the wanted columns one by one.
  @inline(__always)
  func store(_ target: UnsafeMutablePointer<Float>, _ columnCount: Int) {
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
}

#if KERNEL_AVX512
  /// A tile of 14 pixels by 32 filters: 28 of the 32 AVX-512 registers hold sums.
  ///
  /// The rows are variables by name, since the compiler keeps arrays of them in memory.
  func multiplyTile(_ tile: borrowing ConvolutionTile) {
    let start = TileRow(
      low: loadVector(tile.bias), high: loadVector(tile.bias + Vector.scalarCount))
    var row0 = start
    var row1 = start
    var row2 = start
    var row3 = start
    var row4 = start
    var row5 = start
    var row6 = start
    var row7 = start
    var row8 = start
    var row9 = start
    var row10 = start
    var row11 = start
    var row12 = start
    var row13 = start
    var weights = tile.weights
    var rows = tile.rows
    for _ in 0..<tile.runs {
      let from0 = rows[0]
      let from1 = rows[1]
      let from2 = rows[2]
      let from3 = rows[3]
      let from4 = rows[4]
      let from5 = rows[5]
      let from6 = rows[6]
      let from7 = rows[7]
      let from8 = rows[8]
      let from9 = rows[9]
      let from10 = rows[10]
      let from11 = rows[11]
      let from12 = rows[12]
      let from13 = rows[13]
      for k in 0..<tile.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        weights += 2 &* Vector.scalarCount
        row0.add(from0[k], low, high)
        row1.add(from1[k], low, high)
        row2.add(from2[k], low, high)
        row3.add(from3[k], low, high)
        row4.add(from4[k], low, high)
        row5.add(from5[k], low, high)
        row6.add(from6[k], low, high)
        row7.add(from7[k], low, high)
        row8.add(from8[k], low, high)
        row9.add(from9[k], low, high)
        row10.add(from10[k], low, high)
        row11.add(from11[k], low, high)
        row12.add(from12[k], low, high)
        row13.add(from13[k], low, high)
      }
      rows += 14
    }
    let (stride, columns) = (tile.outputStride, tile.columnCount)
    var target = tile.output
    row0.store(target, columns)
    if tile.rowCount == 1 { return }
    target += stride
    row1.store(target, columns)
    if tile.rowCount == 2 { return }
    target += stride
    row2.store(target, columns)
    if tile.rowCount == 3 { return }
    target += stride
    row3.store(target, columns)
    if tile.rowCount == 4 { return }
    target += stride
    row4.store(target, columns)
    if tile.rowCount == 5 { return }
    target += stride
    row5.store(target, columns)
    if tile.rowCount == 6 { return }
    target += stride
    row6.store(target, columns)
    if tile.rowCount == 7 { return }
    target += stride
    row7.store(target, columns)
    if tile.rowCount == 8 { return }
    target += stride
    row8.store(target, columns)
    if tile.rowCount == 9 { return }
    target += stride
    row9.store(target, columns)
    if tile.rowCount == 10 { return }
    target += stride
    row10.store(target, columns)
    if tile.rowCount == 11 { return }
    target += stride
    row11.store(target, columns)
    if tile.rowCount == 12 { return }
    target += stride
    row12.store(target, columns)
    if tile.rowCount == 13 { return }
    target += stride
    row13.store(target, columns)
  }

  /// Output pixels of a tile.
  let tileRows = 14
#else
  /// A tile of 6 pixels by 16 filters: 12 of the 16 AVX registers hold sums.
  ///
  /// The rows are variables by name, since the compiler keeps arrays of them in memory.
  func multiplyTile(_ tile: borrowing ConvolutionTile) {
    let start = TileRow(
      low: loadVector(tile.bias), high: loadVector(tile.bias + Vector.scalarCount))
    var row0 = start
    var row1 = start
    var row2 = start
    var row3 = start
    var row4 = start
    var row5 = start
    var weights = tile.weights
    var rows = tile.rows
    for _ in 0..<tile.runs {
      let from0 = rows[0]
      let from1 = rows[1]
      let from2 = rows[2]
      let from3 = rows[3]
      let from4 = rows[4]
      let from5 = rows[5]
      for k in 0..<tile.runLength {
        let low = loadVector(weights)
        let high = loadVector(weights + Vector.scalarCount)
        weights += 2 &* Vector.scalarCount
        row0.add(from0[k], low, high)
        row1.add(from1[k], low, high)
        row2.add(from2[k], low, high)
        row3.add(from3[k], low, high)
        row4.add(from4[k], low, high)
        row5.add(from5[k], low, high)
      }
      rows += 6
    }
    let (stride, columns) = (tile.outputStride, tile.columnCount)
    var target = tile.output
    row0.store(target, columns)
    if tile.rowCount == 1 { return }
    target += stride
    row1.store(target, columns)
    if tile.rowCount == 2 { return }
    target += stride
    row2.store(target, columns)
    if tile.rowCount == 3 { return }
    target += stride
    row3.store(target, columns)
    if tile.rowCount == 4 { return }
    target += stride
    row4.store(target, columns)
    if tile.rowCount == 5 { return }
    target += stride
    row5.store(target, columns)
  }

  /// Output pixels of a tile.
  let tileRows = 6
#endif
