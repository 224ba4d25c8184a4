/// Where in a map a resized picture goes, and the memory that resizing needs meanwhile.
package struct ResizeTarget {
  /// The map, `[height, width, 3 or 1]`: red, green, blue; or luma (0.299 R + 0.587 G + 0.114 B).
  let map: FeatureMap
  /// Where in it the picture's top left corner goes.
  let top: Int
  let left: Int
  /// The piece's own memory.
  let scratch: UnsafeMutablePointer<Float>
  /// How many floats of it there are.
  let scratchCount: Int

  /// Describes the target of one piece of the work.
  ///
  /// - Parameters:
  ///   - map: The map; pixels follow each other without a gap.
  ///   - top: The row of the picture's first one.
  ///   - left: The column of the picture's first one.
  ///   - scratch: The memory of all pieces.
  ///   - piece: The number of this piece, from 0; pieces that are done at the same time have numbers of
  ///     their own.
  ///   - count: Floats of scratch that a piece needs.
  package init(
    map: FeatureMap, top: Int, left: Int, scratch: FloatStorage, piece: Int, count: Int
  ) {
    precondition(map.isDense && (map.channels == 3 || map.channels == 1))
    precondition((0..<map.height).contains(top) && (0..<map.width).contains(left))
    precondition(piece >= 0 && count >= 0 && (piece + 1) * count <= scratch.count)
    self.map = map
    self.top = top
    self.left = left
    self.scratch = scratch.base + piece * count
    scratchCount = count
  }

  /// Checks that a picture of a size fits the map, and that the scratch is large enough.
  func check(width: Int, height: Int, scratchCount: Int) {
    precondition(left + width <= map.width && top + height <= map.height)
    precondition(self.scratchCount >= scratchCount)
  }

  /// The place of a row of the picture.
  func row(_ row: Int) -> UnsafeMutablePointer<Float> { map.pixel(top + row, left) }
}

/// Hands out a piece's scratch, each part at a cache line of its own.
struct ResizeScratch {
  private var next: UnsafeMutablePointer<Float>

  init(_ target: ResizeTarget) { next = target.scratch }

  /// So many bytes as floats, in whole cache lines.
  static func floats(ofBytes count: Int) -> Int { (count + 63) / 64 * 16 }

  /// Room for a row of so many numbers between two loops on bytes.
  static func floatsOfByteRow(_ count: Int) -> Int {
    floats(ofBytes: (count + ResizeKernels.overhang) * MemoryLayout<Int16>.stride)
  }

  /// Room for a row of so many numbers between two loops on fractions.
  static func floatsOfUnitRow(_ count: Int) -> Int {
    floats(ofBytes: (count + ResizeKernels.overhang) * MemoryLayout<Float>.stride)
  }

  mutating func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    take(Self.floats(ofBytes: count), as: UInt8.self, count: count)
  }

  mutating func rowOfBytes(_ count: Int) -> UnsafeMutablePointer<Int16> {
    take(Self.floatsOfByteRow(count), as: Int16.self, count: count + ResizeKernels.overhang)
  }

  mutating func rowOfUnits(_ count: Int) -> UnsafeMutablePointer<Float> {
    take(Self.floatsOfUnitRow(count), as: Float.self, count: count + ResizeKernels.overhang)
  }

  private mutating func take<Number>(
    _ floats: Int, as type: Number.Type, count: Int
  ) -> UnsafeMutablePointer<Number> {
    defer { next += floats }
    return UnsafeMutableRawPointer(next).bindMemory(to: type, capacity: count)
  }
}

/// Two rows in memory of their own, and which rows of a picture they were made of.
///
/// Output rows that follow each other mostly need a row that is there already.
struct RowPair<Number> {
  private var above: (row: Int, numbers: UnsafeMutablePointer<Number>)
  private var below: (row: Int, numbers: UnsafeMutablePointer<Number>)

  /// Begins with nothing, in memory for two rows.
  init(_ first: UnsafeMutablePointer<Number>, _ second: UnsafeMutablePointer<Number>) {
    above = (-1, first)
    below = (-1, second)
  }

  /// The two rows; `make` fills in those that are not there.
  @inline(__always)
  mutating func rows(
    _ first: Int, _ second: Int, make: (Int, UnsafeMutablePointer<Number>) -> Void
  ) -> (above: UnsafePointer<Number>, below: UnsafePointer<Number>) {
    if above.row != first {
      swap(&above, &below)
      if above.row != first {
        make(first, above.numbers)
        above.row = first
      }
    }
    if second == first { return (UnsafePointer(above.numbers), UnsafePointer(above.numbers)) }
    if below.row != second {
      make(second, below.numbers)
      below.row = second
    }
    return (UnsafePointer(above.numbers), UnsafePointer(below.numbers))
  }
}
