/// Packs filters for a tile: `[rows, rowLength]` becomes `[rowLength, columns]`, padded with 0.
///
/// - Parameters:
///   - source: The filters, one after the other.
///   - rowLength: Numbers of a filter.
///   - rows: How many filters there are, at most `columns`.
///   - target: Room for `rowLength * columns` floats.
///   - columns: Columns of a tile.
package func packPanel(
  _ source: UnsafePointer<Float>, rowLength: Int, rows: Int,
  into target: UnsafeMutablePointer<Float>, columns: Int
) {
  // In blocks, so that the filters' cache lines are used whole.
  var start = 0
  while start < rowLength {
    let end = min(start &+ 16, rowLength)
    for row in 0..<rows {
      let from = source + row &* rowLength
      for k in start..<end { target[k &* columns &+ row] = from[k] }
    }
    start = end
  }
}
