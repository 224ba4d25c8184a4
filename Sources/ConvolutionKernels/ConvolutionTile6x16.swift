#if KERNEL_AVX2
  import struct TensorKernels.ConvolutionTile

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
