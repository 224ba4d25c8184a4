import struct TensorKernels.WinogradFilters
import struct TensorKernels.WinogradInput
import struct TensorKernels.WinogradOutput

// F(4x4, 3x3): six by six input pixels give four by four output pixels with 36 multiplications a
// channel instead of 144 (Winograd 1980; Lavin and Gray 2016, with the points 0, 1, -1, 2, -2).

/// Six vectors: one row or column of a transformed tile.
private typealias Six = (Vector, Vector, Vector, Vector, Vector, Vector)

/// `Bᵀ d`: what the six numbers of a row or column of the input become.
@inline(__always)
private func inputRow(_ d: Six) -> Six {
  let (two, minusFour) = (Vector(repeating: 2), Vector(repeating: -4))
  let (four, minusFive) = (Vector(repeating: 4), Vector(repeating: -5))
  let even = multiplyAdd(minusFour, d.2, d.4)
  let odd = multiplyAdd(minusFour, d.1, d.3)
  let evenHalf = d.4 - d.2
  let oddHalf = d.3 - d.1
  return (
    multiplyAdd(four, d.0, multiplyAdd(minusFive, d.2, d.4)), even + odd, even - odd,
    multiplyAdd(two, oddHalf, evenHalf), multiplyAdd(-two, oddHalf, evenHalf),
    multiplyAdd(four, d.1, multiplyAdd(minusFive, d.3, d.5))
  )
}

/// `Aᵀ m`: the four output numbers of a row or column of the products.
@inline(__always)
private func outputRow(_ m: Six) -> (Vector, Vector, Vector, Vector) {
  let (two, four, eight) = (
    Vector(repeating: 2), Vector(repeating: 4), Vector(repeating: 8)
  )
  let (sum, difference) = (m.1 + m.2, m.1 - m.2)
  let (sumFar, differenceFar) = (m.3 + m.4, m.3 - m.4)
  return (
    m.0 + sum + sumFar, multiplyAdd(two, differenceFar, difference),
    multiplyAdd(four, sumFar, sum), multiplyAdd(eight, differenceFar, difference) + m.5
  )
}

/// `G g`: what the three numbers of a row or column of a filter become.
@inline(__always)
private func filterRow(_ a: Vector, _ b: Vector, _ c: Vector) -> Six {
  let (sixth, twelfth) = (Vector(repeating: -1.0 / 6), Vector(repeating: 1.0 / 12))
  let near = a + c
  let far = multiplyAdd(Vector(repeating: 1.0 / 24), a, Vector(repeating: 1.0 / 6) * c)
  return (
    Vector(repeating: 0.25) * a, sixth * (near + b), sixth * (near - b),
    multiplyAdd(twelfth, b, far), multiplyAdd(-twelfth, b, far), c
  )
}

/// Transforms the filters of a panel.
func transformFilters(_ filters: borrowing WinogradFilters) {
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
      storeSix(filterRow(left.0, middle.0, right.0), plane, step)
      plane += 6 &* step
      storeSix(filterRow(left.1, middle.1, right.1), plane, step)
      plane += 6 &* step
      storeSix(filterRow(left.2, middle.2, right.2), plane, step)
      plane += 6 &* step
      storeSix(filterRow(left.3, middle.3, right.3), plane, step)
      plane += 6 &* step
      storeSix(filterRow(left.4, middle.4, right.4), plane, step)
      plane += 6 &* step
      storeSix(filterRow(left.5, middle.5, right.5), plane, step)
    }
    source += 9 &* columns
    target += columns
  }
}

/// Writes six vectors, one to each of six planes.
@inline(__always)
private func storeSix(_ row: Six, _ target: UnsafeMutablePointer<Float>, _ step: Int) {
  storeVector(row.0, target)
  storeVector(row.1, target + step)
  storeVector(row.2, target + 2 &* step)
  storeVector(row.3, target + 3 &* step)
  storeVector(row.4, target + 4 &* step)
  storeVector(row.5, target + 5 &* step)
}

/// Reads six vectors, one from each of six planes.
@inline(__always)
private func loadSix(_ source: UnsafePointer<Float>, _ step: Int) -> Six {
  (
    loadVector(source), loadVector(source + step), loadVector(source + 2 &* step),
    loadVector(source + 3 &* step), loadVector(source + 4 &* step), loadVector(source + 5 &* step)
  )
}

/// Transforms one tile of the input, all channels.
func transformInputTile(_ tile: borrowing WinogradInput) {
  let width = Vector.scalarCount
  let scratch = tile.scratch
  var c = 0
  while c < tile.channels {
    for column in 0..<6 {
      let row = inputRow(
        (
          loadVector(tile.pixels[column] + c), loadVector(tile.pixels[6 &+ column] + c),
          loadVector(tile.pixels[12 &+ column] + c), loadVector(tile.pixels[18 &+ column] + c),
          loadVector(tile.pixels[24 &+ column] + c), loadVector(tile.pixels[30 &+ column] + c)
        ))
      storeSix(row, scratch + column &* width, 6 &* width)
    }
    for row in 0..<6 {
      let column = inputRow(loadSix(scratch + 6 &* row &* width, width))
      storeSix(column, tile.output + (6 &* row &* tile.planeStride &+ c), tile.planeStride)
    }
    c &+= width
  }
}

/// Transforms the products of one tile back, all filters, adds the bias and applies the activation;
/// pixels outside of the map are left out.
func transformOutputTile(_ tile: borrowing WinogradOutput) {
  let width = Vector.scalarCount
  let scratch = tile.scratch
  var f = 0
  while f < tile.filters {
    for column in 0..<6 {
      let row = outputRow(
        loadSix(tile.products + (column &* tile.planeStride &+ f), 6 &* tile.planeStride))
      let target = scratch + column &* width
      storeVector(row.0, target)
      storeVector(row.1, target + 6 &* width)
      storeVector(row.2, target + 12 &* width)
      storeVector(row.3, target + 18 &* width)
    }
    let bias = loadVector(tile.bias + f)
    for row in 0..<tile.rows {
      let pixels = outputRow(loadSix(scratch + 6 &* row &* width, width))
      let target = tile.output + (row &* tile.rowStride &+ f)
      storeVector(pixels.0 + bias, target)
      if tile.columns > 1 { storeVector(pixels.1 + bias, target + tile.pixelStride) }
      if tile.columns > 2 { storeVector(pixels.2 + bias, target + 2 &* tile.pixelStride) }
      if tile.columns > 3 { storeVector(pixels.3 + bias, target + 3 &* tile.pixelStride) }
    }
    f &+= width
  }
  finishTile(tile)
}

/// Applies the activation to the pixels of a tile and adds the residual.
func finishTile(_ tile: borrowing WinogradOutput) {
  for row in 0..<tile.rows {
    let pixels = tile.output + row &* tile.rowStride
    activatePixels(
      pixels, count: tile.columns, channels: tile.filters, stride: tile.pixelStride,
      tile.activation)
    if let residual = tile.residual {
      addToPixels(
        pixels, count: tile.columns, channels: tile.filters, stride: tile.pixelStride,
        residual + row &* tile.residualRowStride, otherStride: tile.residualPixelStride)
    }
  }
}
