/// One row of a register tile: two vectors of columns.
struct TileRow {
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
