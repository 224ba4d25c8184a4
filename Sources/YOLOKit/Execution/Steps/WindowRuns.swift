import TensorKernels

/// The runs of numbers that stand side by side under a convolution's window, and where they lie.
///
/// With many channels a run is one pixel of the window. With few, as in a picture, it is a whole row
/// of the window; where such a row is cut by the map's border, it is copied out with zeros.
struct WindowRuns {
  /// How many runs a window has.
  let count: Int
  /// Numbers in a run.
  let length: Int
  /// Floats that a window's rows take where they have to be copied; 0 where none ever is.
  let borderCount: Int
  private let window: WindowGeometry
  private let isByRow: Bool
  private let offsets: [Int]

  /// Fewer channels than this are read a window row at a time.
  private static let fewChannels = 16

  init(window: WindowGeometry, input: Placement) {
    self.window = window
    let channels = input.shape.channels
    let isByRow =
      channels < Self.fewChannels && window.kernelWidth > 1 && window.dilation == 1
      && input.pixelStride == channels
    self.isByRow = isByRow
    count = isByRow ? window.kernelHeight : window.area
    length = isByRow ? window.kernelWidth * channels : channels
    borderCount = isByRow ? window.area * channels : 0
    let rowStride = input.shape.width * input.pixelStride
    offsets = (0..<count).map { run in
      let (ky, kx) = isByRow ? (run, 0) : (run / window.kernelWidth, run % window.kernelWidth)
      return ky * window.dilation * rowStride + kx * window.dilation * input.pixelStride
    }
  }

  /// Where the table of a strip of tiles lies in its scratch.
  struct Table {
    /// `[tiles, runs, rows]`.
    let pointers: UnsafeMutablePointer<UnsafePointer<Float>>
    /// Room for the window rows of border pixels, `[tiles, rows, borderCount]`.
    let border: UnsafeMutablePointer<Float>
    /// Output pixels of a tile.
    let rows: Int
  }

  /// Floats of scratch that a table takes.
  func tableCount(tiles: Int, rows: Int) -> Int { tiles * rows * (2 * count + borderCount) }

  /// Divides a strip's scratch.
  func table(in scratch: UnsafeMutablePointer<Float>, tiles: Int, rows: Int) -> Table {
    let pointers = UnsafeMutableRawPointer(scratch).assumingMemoryBound(
      to: UnsafePointer<Float>.self)
    return Table(pointers: pointers, border: scratch + tiles * rows * 2 * count, rows: rows)
  }

  /// Fills the table for neighbouring output pixels; rows of the last tile beyond them repeat the
  /// last pixel.
  func fill(
    _ table: Table, _ map: FeatureMap, pixels: Range<Int>, outputWidth: Int,
    zeros: UnsafePointer<Float>
  ) {
    var pixel = pixels.lowerBound
    var pointers = table.pointers
    var border = table.border
    while pixel < pixels.upperBound {
      let tile = min(table.rows, pixels.upperBound &- pixel)
      fillTile(
        Table(pointers: pointers, border: border, rows: table.rows), map, pixel: pixel,
        count: tile, outputWidth: outputWidth, zeros: zeros)
      pixel &+= tile
      pointers += count &* table.rows
      border += borderCount &* table.rows
    }
  }

  /// Whether a window with this corner lies wholly in the map.
  @inline(__always)
  private func isInside(_ map: FeatureMap, top: Int, left: Int) -> Bool {
    top >= 0 && left >= 0
      && top &+ (window.kernelHeight &- 1) &* window.dilation < map.height
      && left &+ (window.kernelWidth &- 1) &* window.dilation < map.width
  }

  private func fillTile(
    _ table: Table, _ map: FeatureMap, pixel: Int, count pixels: Int, outputWidth: Int,
    zeros: UnsafePointer<Float>
  ) {
    var (row, column) = pixel.quotientAndRemainder(dividingBy: outputWidth)
    let (top, left) = (
      row &* window.strideY &- window.paddingTop, column &* window.strideX &- window.paddingLeft
    )
    let last = left &+ (table.rows &- 1) &* window.strideX
    if pixels == table.rows, column &+ pixels <= outputWidth, isInside(map, top: top, left: left),
      isInside(map, top: top, left: last)
    {
      // The usual case: all pixels in one row, nothing outside.
      let corner = UnsafePointer(map.pixel(top, left))
      let step = window.strideX &* map.pixelStride
      var target = table.pointers
      for run in 0..<count {
        var source = corner + offsets[run]
        for _ in 0..<table.rows {
          target.pointee = source
          target += 1
          source += step
        }
      }
      return
    }
    for tileRow in 0..<table.rows {
      let top = row &* window.strideY &- window.paddingTop
      let left = column &* window.strideX &- window.paddingLeft
      if isInside(map, top: top, left: left) {
        let corner = UnsafePointer(map.pixel(top, left))
        for run in 0..<count {
          table.pointers[run &* table.rows &+ tileRow] = corner + offsets[run]
        }
      } else {
        fillBorder(table, map, tileRow: tileRow, top: top, left: left, zeros)
      }
      guard tileRow &+ 1 < pixels else { continue }
      column &+= 1
      if column == outputWidth { (row, column) = (row &+ 1, 0) }
    }
  }

  /// A window that leaves the map.
  private func fillBorder(
    _ table: Table, _ map: FeatureMap, tileRow: Int, top: Int, left: Int,
    _ zeros: UnsafePointer<Float>
  ) {
    for run in 0..<count {
      let (ky, kx) = isByRow ? (run, 0) : (run / window.kernelWidth, run % window.kernelWidth)
      let y = top &+ ky &* window.dilation
      let x = left &+ kx &* window.dilation
      var pointer = zeros
      if y >= 0, y < map.height {
        if isByRow {
          let copy = table.border + (tileRow &* borderCount &+ run &* length)
          copyRow(map, y: y, left: left, into: copy)
          pointer = UnsafePointer(copy)
        } else if x >= 0, x < map.width {
          pointer = UnsafePointer(map.pixel(y, x))
        }
      }
      table.pointers[run &* table.rows &+ tileRow] = pointer
    }
  }

  /// One row of a window at the left or right border, with zeros outside.
  private func copyRow(
    _ map: FeatureMap, y: Int, left: Int, into target: UnsafeMutablePointer<Float>
  ) {
    let xs = window.inside(from: left, extent: map.width, kernel: window.kernelWidth)
    target.update(repeating: 0, count: length)
    guard xs.end > xs.first else { return }
    copyFloats(
      map.pixel(y, left &+ xs.first), to: target + xs.first &* map.channels,
      count: (xs.end &- xs.first) &* map.channels)
  }
}
