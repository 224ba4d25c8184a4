/// The loops over one row that resizing consists of, compiled for one instruction set.
///
/// All sets compute the same numbers to the last bit. A row between two loops has three numbers for
/// each pixel, red first. Loops write whole vectors, so such a row has room for ``overhang`` numbers
/// more, and read up to 64 bytes behind a row of the picture; only ``scale`` and ``mixUnits``, which
/// write the result, stop just where it ends.
package struct ResizeKernels: Sendable {
  /// Mixes two neighbours for each output column, in 128ths.
  package let acrossBytes: @Sendable (borrowing BytesAcross) -> Void
  /// Mixes two rows of what ``acrossBytes`` wrote, to bytes.
  package let downBytes: @Sendable (borrowing BytesDown) -> Void
  /// The mean of blocks of 2 by 2 pixels.
  package let halve: @Sendable (borrowing HalvedBytes) -> Void
  /// Divides bytes by 255.
  package let scale:
    @Sendable (_ bytes: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Float>, _ count: Int)
      ->
      Void
  /// Mixes two neighbours for each output column, as fractions of 255.
  package let acrossUnits: @Sendable (borrowing UnitsAcross) -> Void
  /// Mixes two rows of what ``acrossUnits`` wrote.
  package let mixUnits: @Sendable (borrowing UnitsDown) -> Void
  /// Makes pixels of luma and chroma samples.
  package let convert: @Sendable (borrowing YCbCrRow) -> Void

  /// Numbers behind a row that a loop may write.
  static let overhang = 16

  /// Makes the list of loops.
  package init(
    acrossBytes: @escaping @Sendable (borrowing BytesAcross) -> Void,
    downBytes: @escaping @Sendable (borrowing BytesDown) -> Void,
    halve: @escaping @Sendable (borrowing HalvedBytes) -> Void,
    scale: @escaping @Sendable (UnsafePointer<Int16>, UnsafeMutablePointer<Float>, Int) -> Void,
    acrossUnits: @escaping @Sendable (borrowing UnitsAcross) -> Void,
    mixUnits: @escaping @Sendable (borrowing UnitsDown) -> Void,
    convert: @escaping @Sendable (borrowing YCbCrRow) -> Void
  ) {
    self.acrossBytes = acrossBytes
    self.downBytes = downBytes
    self.halve = halve
    self.scale = scale
    self.acrossUnits = acrossUnits
    self.mixUnits = mixUnits
    self.convert = convert
  }

  /// Those of the processor that everything is compiled for.
  package static let baseline = ResizeKernels(
    acrossBytes: { resizeBytesAcross($0) }, downBytes: { mixBytesDown($0) },
    halve: { halveBytes($0) }, scale: { scaleBytes($0, into: $1, count: $2) },
    acrossUnits: { resizeUnitsAcross($0) }, mixUnits: { mixUnitsDown($0) },
    convert: { convertYCbCr($0) })
}

/// What one call of ``ResizeKernels/acrossBytes`` computes.
package struct BytesAcross {
  /// The picture row.
  package var source: UnsafePointer<UInt8>
  /// Its pixels.
  package var pixels: PackedPixels
  /// For each output column where the first of its two neighbours begins.
  package var offsets: UnsafePointer<Int>
  /// For each output column both weights, in 2048ths, the first one in the lower half.
  package var weights: UnsafePointer<UInt32>
  /// Output columns.
  package var count: Int
  /// Sums in 128ths, rounded down.
  package var output: UnsafeMutablePointer<Int16>
}

/// What one call of ``ResizeKernels/downBytes`` computes.
package struct BytesDown {
  /// The two rows.
  package var above: UnsafePointer<Int16>
  package var below: UnsafePointer<Int16>
  /// Their weights, in 2048ths.
  package var weightAbove: Int16
  package var weightBelow: Int16
  /// Numbers in a row.
  package var count: Int
  /// Bytes.
  package var output: UnsafeMutablePointer<Int16>
}

/// What one call of ``ResizeKernels/halve`` computes.
package struct HalvedBytes {
  /// The two picture rows.
  package var above: UnsafePointer<UInt8>
  package var below: UnsafePointer<UInt8>
  /// Their pixels.
  package var pixels: PackedPixels
  /// Output columns.
  package var count: Int
  /// Bytes.
  package var output: UnsafeMutablePointer<Int16>
}

/// What one call of ``ResizeKernels/acrossUnits`` computes.
package struct UnitsAcross {
  /// The picture row.
  package var source: UnsafePointer<UInt8>
  /// Its pixels.
  package var pixels: PackedPixels
  /// For each output column where the first of its two neighbours begins.
  package var offsets: UnsafePointer<Int>
  /// For each output column the weight of the second neighbour.
  package var weights: UnsafePointer<Float>
  /// Output columns.
  package var count: Int
  /// Fractions of 255.
  package var output: UnsafeMutablePointer<Float>
}

/// What one call of ``ResizeKernels/mixUnits`` computes.
package struct UnitsDown {
  /// The two rows.
  package var above: UnsafePointer<Float>
  package var below: UnsafePointer<Float>
  /// The weight of the row below.
  package var weight: Float
  /// Numbers in a row.
  package var count: Int
  /// Their mixture.
  package var output: UnsafeMutablePointer<Float>
}

/// What one call of ``ResizeKernels/convert`` computes.
package struct YCbCrRow {
  /// One sample for each pixel.
  package var luma: UnsafePointer<UInt8>
  /// One sample for two pixels each.
  package var blue: UnsafePointer<UInt8>
  package var red: UnsafePointer<UInt8>
  /// Whether the samples of the two take turns, so that `red` is `blue + 1`.
  package var isInterleaved: Bool
  /// How many pixels.
  package var width: Int
  /// How colours are made.
  package var factors: YCbCrFactors
  /// Four bytes for each pixel, red first.
  package var output: UnsafeMutablePointer<UInt8>
}
