import struct TensorKernels.WinogradFilters
import struct TensorKernels.WinogradInput
import struct TensorKernels.WinogradOutput

// Windows of three at every second pixel: of the seven numbers in a row that three windows cover, the
// second, fourth and sixth meet only the window's middle, and the four others its two ends. The
// latter are a convolution of two at every place, for which F(3, 2) needs four multiplications
// instead of six (Winograd 1980, with the points 0, 1 and -1). So 49 multiplications a channel give
// three by three output pixels, instead of 81.

/// Seven vectors: one row or column of a transformed tile, the middle's three numbers first.
private typealias Seven = (Vector, Vector, Vector, Vector, Vector, Vector, Vector)

/// What the seven numbers of a row or column of the input become.
@inline(__always)
private func inputRow(_ d: Seven) -> Seven {
  (d.1, d.3, d.5, d.0 - d.4, d.2 + d.4, d.4 - d.2, d.6 - d.2)
}

/// The three output numbers of a row or column of the products.
@inline(__always)
private func outputRow(_ m: Seven) -> (Vector, Vector, Vector) {
  let sum = m.4 + m.5
  return (m.0 + m.3 + sum, m.1 + (m.4 - m.5), m.2 + m.6 + sum)
}

/// What the three numbers of a row or column of a filter become: the middle, and four of the ends.
@inline(__always)
private func filterRow(
  _ a: Vector, _ b: Vector, _ c: Vector
) -> (Vector, Vector, Vector, Vector, Vector) {
  let half = Vector(repeating: 0.5)
  return (b, a, half * (a + c), half * (a - c), c)
}

/// Transforms the filters of a panel: five by five planes.
func transformStridedFilters(_ filters: borrowing WinogradFilters) {
  let width = Vector.scalarCount
  let columns = 2 &* width
  var source = filters.filters
  var target = filters.output
  for _ in 0..<filters.channels {
    for half in 0..<2 {
      let g = source + half &* width
      let left = filterRow(
        loadVector(g), loadVector(g + 3 &* columns), loadVector(g + 6 &* columns))
      let middle = filterRow(
        loadVector(g + columns), loadVector(g + 4 &* columns), loadVector(g + 7 &* columns))
      let right = filterRow(
        loadVector(g + 2 &* columns), loadVector(g + 5 &* columns), loadVector(g + 8 &* columns))
      let step = filters.planeStride
      var plane = target + half &* width
      storeFive(filterRow(left.0, middle.0, right.0), plane, step)
      plane += 5 &* step
      storeFive(filterRow(left.1, middle.1, right.1), plane, step)
      plane += 5 &* step
      storeFive(filterRow(left.2, middle.2, right.2), plane, step)
      plane += 5 &* step
      storeFive(filterRow(left.3, middle.3, right.3), plane, step)
      plane += 5 &* step
      storeFive(filterRow(left.4, middle.4, right.4), plane, step)
    }
    source += 9 &* columns
    target += columns
  }
}

/// Writes five vectors, one to each of five planes.
@inline(__always)
private func storeFive(
  _ row: (Vector, Vector, Vector, Vector, Vector), _ target: UnsafeMutablePointer<Float>,
  _ step: Int
) {
  storeVector(row.0, target)
  storeVector(row.1, target + step)
  storeVector(row.2, target + 2 &* step)
  storeVector(row.3, target + 3 &* step)
  storeVector(row.4, target + 4 &* step)
}

/// Writes seven vectors, one to each of seven planes.
@inline(__always)
private func storeSeven(_ row: Seven, _ target: UnsafeMutablePointer<Float>, _ step: Int) {
  storeVector(row.0, target)
  storeVector(row.1, target + step)
  storeVector(row.2, target + 2 &* step)
  storeVector(row.3, target + 3 &* step)
  storeVector(row.4, target + 4 &* step)
  storeVector(row.5, target + 5 &* step)
  storeVector(row.6, target + 6 &* step)
}

/// Reads seven vectors, one from each of seven planes.
@inline(__always)
private func loadSeven(_ source: UnsafePointer<Float>, _ step: Int) -> Seven {
  (
    loadVector(source), loadVector(source + step), loadVector(source + 2 &* step),
    loadVector(source + 3 &* step), loadVector(source + 4 &* step),
    loadVector(source + 5 &* step), loadVector(source + 6 &* step)
  )
}

/// Transforms one tile of the input, all channels.
func transformStridedInputTile(_ tile: borrowing WinogradInput) {
  let width = Vector.scalarCount
  let scratch = tile.scratch
  var c = 0
  while c < tile.channels {
    for column in 0..<7 {
      let row = inputRow(
        (
          loadVector(tile.pixels[column] + c), loadVector(tile.pixels[7 &+ column] + c),
          loadVector(tile.pixels[14 &+ column] + c), loadVector(tile.pixels[21 &+ column] + c),
          loadVector(tile.pixels[28 &+ column] + c), loadVector(tile.pixels[35 &+ column] + c),
          loadVector(tile.pixels[42 &+ column] + c)
        ))
      storeSeven(row, scratch + column &* width, 7 &* width)
    }
    for row in 0..<7 {
      let column = inputRow(loadSeven(scratch + 7 &* row &* width, width))
      storeSeven(column, tile.output + (7 &* row &* tile.planeStride &+ c), tile.planeStride)
    }
    c &+= width
  }
}

/// Transforms the products of one tile back, all filters, adds the bias and applies the activation;
/// pixels outside of the map are left out.
func transformStridedOutputTile(_ tile: borrowing WinogradOutput) {
  let width = Vector.scalarCount
  let scratch = tile.scratch
  var f = 0
  while f < tile.filters {
    for column in 0..<7 {
      let row = outputRow(
        loadSeven(tile.products + (column &* tile.planeStride &+ f), 7 &* tile.planeStride))
      let target = scratch + column &* width
      storeVector(row.0, target)
      storeVector(row.1, target + 7 &* width)
      storeVector(row.2, target + 14 &* width)
    }
    let bias = loadVector(tile.bias + f)
    for row in 0..<tile.rows {
      let pixels = outputRow(loadSeven(scratch + 7 &* row &* width, width))
      let target = tile.output + (row &* tile.rowStride &+ f)
      storeVector(pixels.0 + bias, target)
      if tile.columns > 1 { storeVector(pixels.1 + bias, target + tile.pixelStride) }
      if tile.columns > 2 { storeVector(pixels.2 + bias, target + 2 &* tile.pixelStride) }
    }
    f &+= width
  }
  finishTile(tile)
}
