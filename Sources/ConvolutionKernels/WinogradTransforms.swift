import struct TensorKernels.WinogradInput
import struct TensorKernels.WinogradOutput

// F(4x4, 3x3): six by six input pixels give four by four output pixels with 36 multiplications a
// channel instead of 144 (Winograd 1980; Lavin and Gray 2016, with the points 0, 1, -1, 2, -2).

/// Six vectors: one row or column of a transformed tile.
private typealias Six = (Vector, Vector, Vector, Vector, Vector, Vector)

/// `Bᵀ d`: what the six numbers of a row or column of the input become.
@inline(__always)
private func inputRow(_ d: Six) -> Six {
  let (two, four, five) = (
    Vector(repeating: 2), Vector(repeating: 4), Vector(repeating: 5)
  )
  let even = d.4 - four * d.2
  let odd = d.3 - four * d.1
  let evenHalf = d.4 - d.2
  let oddHalf = two * (d.3 - d.1)
  return (
    four * d.0 - five * d.2 + d.4, even + odd, even - odd, evenHalf + oddHalf, evenHalf - oddHalf,
    four * d.1 - five * d.3 + d.5
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
    m.0 + sum + sumFar, difference + two * differenceFar, sum + four * sumFar,
    difference + eight * differenceFar + m.5
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
      let target = scratch + column &* width
      storeVector(row.0, target)
      storeVector(row.1, target + 6 &* width)
      storeVector(row.2, target + 12 &* width)
      storeVector(row.3, target + 18 &* width)
      storeVector(row.4, target + 24 &* width)
      storeVector(row.5, target + 30 &* width)
    }
    for row in 0..<6 {
      let source = scratch + 6 &* row &* width
      let column = inputRow(
        (
          loadVector(source), loadVector(source + width), loadVector(source + 2 &* width),
          loadVector(source + 3 &* width), loadVector(source + 4 &* width),
          loadVector(source + 5 &* width)
        ))
      let target = tile.output + (6 &* row &* tile.planeStride &+ c)
      storeVector(column.0, target)
      storeVector(column.1, target + tile.planeStride)
      storeVector(column.2, target + 2 &* tile.planeStride)
      storeVector(column.3, target + 3 &* tile.planeStride)
      storeVector(column.4, target + 4 &* tile.planeStride)
      storeVector(column.5, target + 5 &* tile.planeStride)
    }
    c &+= width
  }
}

/// Transforms the products of one tile back, all filters, and adds the bias; pixels outside of the
/// map are left out.
func transformOutputTile(_ tile: borrowing WinogradOutput) {
  let width = Vector.scalarCount
  let scratch = tile.scratch
  var f = 0
  while f < tile.filters {
    for column in 0..<6 {
      let source = tile.products + (column &* tile.planeStride &+ f)
      let step = 6 &* tile.planeStride
      let row = outputRow(
        (
          loadVector(source), loadVector(source + step), loadVector(source + 2 &* step),
          loadVector(source + 3 &* step), loadVector(source + 4 &* step),
          loadVector(source + 5 &* step)
        ))
      let target = scratch + column &* width
      storeVector(row.0, target)
      storeVector(row.1, target + 6 &* width)
      storeVector(row.2, target + 12 &* width)
      storeVector(row.3, target + 18 &* width)
    }
    let bias = loadVector(tile.bias + f)
    for row in 0..<tile.rows {
      let source = scratch + 6 &* row &* width
      let pixels = outputRow(
        (
          loadVector(source), loadVector(source + width), loadVector(source + 2 &* width),
          loadVector(source + 3 &* width), loadVector(source + 4 &* width),
          loadVector(source + 5 &* width)
        ))
      let target = tile.output + (row &* tile.rowStride &+ f)
      storeVector(pixels.0 + bias, target)
      if tile.columns > 1 { storeVector(pixels.1 + bias, target + tile.pixelStride) }
      if tile.columns > 2 { storeVector(pixels.2 + bias, target + 2 &* tile.pixelStride) }
      if tile.columns > 3 { storeVector(pixels.3 + bias, target + 3 &* tile.pixelStride) }
    }
    f &+= width
  }
}
