// Compiled once for each instruction set: see `Sources/ConvolutionKernels`. The products and sums are
// those of the original programs, one by one, so nothing here may be contracted or put in another
// order. Vectors have eight lanes everywhere: conversions of longer ones are calls.
#if KERNEL_VARIANT
  import struct TensorKernels.BytesAcross
  import struct TensorKernels.BytesDown
  import struct TensorKernels.HalvedBytes
  import enum TensorKernels.PackedPixels
  import struct TensorKernels.UnitsAcross
  import struct TensorKernels.UnitsDown
#endif

/// Fractions of 255 of whole numbers up to 255, rounded once.
///
/// The first product is exact, since its factor has 16 binary digits, and the second one is so small
/// that its rounding does not show in the sum: the result is that of a division.
@inline(__always)
private func unit(_ bytes: SIMD8<Float>) -> SIMD8<Float> {
  bytes * Float(bitPattern: 0x3b80_8000) + bytes * Float(bitPattern: 0x3380_8081)
}

// MARK: - Bytes, as OpenCV mixes them

/// Mixes two neighbours for each output column, to 128ths.
package func resizeBytesAcross(_ row: borrowing BytesAcross) {
  switch row.pixels {
  case .gray:
    sweep(row) { SIMD16($0[0], 0, $0[1], 0, $0[0], 0, $0[1], 0, $0[0], 0, $0[1], 0, 0, 0, 0, 0) }
  case .rgb:
    sweep(row) { SIMD16($0[0], 0, $0[3], 0, $0[1], 0, $0[4], 0, $0[2], 0, $0[5], 0, 0, 0, 0, 0) }
  case .bgr:
    sweep(row) { SIMD16($0[2], 0, $0[5], 0, $0[1], 0, $0[4], 0, $0[0], 0, $0[3], 0, 0, 0, 0, 0) }
  case .rgbx:
    sweep(row) { SIMD16($0[0], 0, $0[4], 0, $0[1], 0, $0[5], 0, $0[2], 0, $0[6], 0, 0, 0, 0, 0) }
  case .bgrx:
    sweep(row) { SIMD16($0[2], 0, $0[6], 0, $0[1], 0, $0[5], 0, $0[0], 0, $0[4], 0, 0, 0, 0, 0) }
  }
}

/// Visits the output columns; `pairs` puts red and red, green and green, blue and blue of two
/// neighbours beside each other, each with a 0 behind it.
@inline(__always)
private func sweep(
  _ row: borrowing BytesAcross, _ pairs: (SIMD16<UInt8>) -> SIMD16<UInt8>
) {
  var target = UnsafeMutableRawPointer(row.output)
  for column in 0..<row.count {
    let source = UnsafeRawPointer(row.source + row.offsets[column])
    let bytes = unsafeBitCast(
      pairs(source.loadUnaligned(as: SIMD16<UInt8>.self)), to: SIMD8<Int16>.self)
    let weights = unsafeBitCast(
      SIMD4<UInt32>(repeating: row.weights[column]), to: SIMD8<Int16>.self)
    let first =
      SIMD4<Int32>(truncatingIfNeeded: bytes.evenHalf)
      &* SIMD4<Int32>(truncatingIfNeeded: weights.evenHalf)
    let second =
      SIMD4<Int32>(truncatingIfNeeded: bytes.oddHalf)
      &* SIMD4<Int32>(truncatingIfNeeded: weights.oddHalf)
    let sums = (first &+ second) &>> SIMD4(repeating: 4)
    target.storeBytes(of: SIMD4<Int16>(truncatingIfNeeded: sums), as: SIMD4<Int16>.self)
    target += 6
  }
}

/// Mixes two rows of 128ths, to bytes: each product is rounded down to quarters, their sum to the
/// nearest.
package func mixBytesDown(_ rows: borrowing BytesDown) {
  let (upper, lower) = (Int32(rows.weightAbove), Int32(rows.weightBelow))
  var i = 0
  while i < rows.count {
    let above = UnsafeRawPointer(rows.above + i).loadUnaligned(as: SIMD8<Int16>.self)
    let below = UnsafeRawPointer(rows.below + i).loadUnaligned(as: SIMD8<Int16>.self)
    let first = (SIMD8<Int32>(truncatingIfNeeded: above) &* upper) &>> SIMD8(repeating: 16)
    let second = (SIMD8<Int32>(truncatingIfNeeded: below) &* lower) &>> SIMD8(repeating: 16)
    let bytes = (first &+ second &+ SIMD8(repeating: 2)) &>> SIMD8(repeating: 2)
    UnsafeMutableRawPointer(rows.output + i).storeBytes(
      of: SIMD8<Int16>(truncatingIfNeeded: bytes), as: SIMD8<Int16>.self)
    i &+= 8
  }
}

/// The rounded mean of blocks of 2 by 2 pixels.
package func halveBytes(_ row: borrowing HalvedBytes) {
  switch row.pixels {
  case .gray:
    sweep(row, pixelBytes: 1) { source in
      let b = UnsafeRawPointer(source).loadUnaligned(as: SIMD8<UInt8>.self)
      let first = SIMD16(
        b[0], b[0], b[0], b[0], b[1], b[1], b[1], b[1], b[2], b[2], b[2], b[2], b[3], b[3], b[3],
        b[3])
      let second = SIMD16(
        b[4], b[4], b[4], b[4], b[5], b[5], b[5], b[5], b[6], b[6], b[6], b[6], b[7], b[7], b[7],
        b[7])
      return unsafeBitCast((first, second), to: SIMD16<UInt16>.self)
    } order: {
      SIMD8($0[0], $0[2], $0[1], $0[4], $0[6], $0[5], 0, 0)
    }
  case .rgb:
    sweep(row, pixelBytes: 3) {
      fourBytePixels($0)
    } order: {
      SIMD8($0[0], $0[2], $0[1], $0[4], $0[6], $0[5], 0, 0)
    }
  case .bgr:
    sweep(row, pixelBytes: 3) {
      fourBytePixels($0)
    } order: {
      SIMD8($0[1], $0[2], $0[0], $0[5], $0[6], $0[4], 0, 0)
    }
  case .rgbx:
    sweep(row, pixelBytes: 4) {
      UnsafeRawPointer($0).loadUnaligned(as: SIMD16<UInt16>.self)
    } order: {
      SIMD8($0[0], $0[2], $0[1], $0[4], $0[6], $0[5], 0, 0)
    }
  case .bgrx:
    sweep(row, pixelBytes: 4) {
      UnsafeRawPointer($0).loadUnaligned(as: SIMD16<UInt16>.self)
    } order: {
      SIMD8($0[1], $0[2], $0[0], $0[5], $0[6], $0[4], 0, 0)
    }
  }
}

/// Eight pixels of three bytes, each with a fourth one behind it.
@inline(__always)
private func fourBytePixels(_ source: UnsafePointer<UInt8>) -> SIMD16<UInt16> {
  let spread = { (source: UnsafePointer<UInt8>) -> SIMD16<UInt8> in
    let b = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt8>.self)
    return SIMD16(
      b[0], b[1], b[2], b[2], b[3], b[4], b[5], b[5], b[6], b[7], b[8], b[8], b[9], b[10], b[11],
      b[11])
  }
  return unsafeBitCast((spread(source), spread(source + 12)), to: SIMD16<UInt16>.self)
}

/// Visits the output columns, four at a time; `eight` reads eight pixels of four bytes.
///
/// Of the sums of a pixel, `order` gets the first and the third byte's, then the second and the fourth
/// byte's, of two pixels at once, and gives red, green, blue, red, green and blue.
@inline(__always)
private func sweep(
  _ row: borrowing HalvedBytes, pixelBytes: Int,
  _ eight: (UnsafePointer<UInt8>) -> SIMD16<UInt16>,
  order: (SIMD8<UInt16>) -> SIMD8<UInt16>
) {
  var (above, below) = (row.above, row.below)
  var target = UnsafeMutableRawPointer(row.output)
  let upper = SIMD4<UInt64>(repeating: 0xffff_ffff_0000_0000)
  let lower = SIMD4<UInt64>(repeating: 0x0000_0000_ffff_ffff)
  var column = 0
  while column < row.count {
    let (a, b) = (eight(above), eight(below))
    // In each 64 bits two neighbouring pixels: here the first and the third byte of both, ...
    let odd = unsafeBitCast((a & 0xff) &+ (b & 0xff), to: SIMD4<UInt64>.self)
    // ... there the second and the fourth.
    let even = unsafeBitCast((a &>> 8) &+ (b &>> 8), to: SIMD4<UInt64>.self)
    let left = (odd & lower) | (even &<< SIMD4(repeating: 32))
    let right = (odd &>> SIMD4(repeating: 32)) | (even & upper)
    let sums =
      unsafeBitCast(left, to: SIMD16<UInt16>.self) &+ unsafeBitCast(right, to: SIMD16<UInt16>.self)
    let means = (sums &+ 2) &>> 2
    target.storeBytes(of: order(means.lowHalf), as: SIMD8<UInt16>.self)
    (target + 12).storeBytes(of: order(means.highHalf), as: SIMD8<UInt16>.self)
    above += 8 &* pixelBytes
    below += 8 &* pixelBytes
    target += 24
    column &+= 4
  }
}

/// Divides bytes by 255.
package func scaleBytes(
  _ bytes: UnsafePointer<Int16>, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var i = 0
  while i &+ 8 <= count {
    let numbers = UnsafeRawPointer(bytes + i).loadUnaligned(as: SIMD8<Int16>.self)
    UnsafeMutableRawPointer(output + i).storeBytes(
      of: unit(SIMD8(SIMD8<Int32>(truncatingIfNeeded: numbers))), as: SIMD8<Float>.self)
    i &+= 8
  }
  while i < count {
    output[i] = Float(bytes[i]) / 255
    i &+= 1
  }
}

// MARK: - Fractions of 255, as Darknet mixes them

/// Mixes two neighbours for each output column.
package func resizeUnitsAcross(_ row: borrowing UnitsAcross) {
  switch row.pixels {
  case .gray: sweep(row, pixelBytes: 1, isBlueFirst: false)
  case .rgb: sweep(row, pixelBytes: 3, isBlueFirst: false)
  case .bgr: sweep(row, pixelBytes: 3, isBlueFirst: true)
  case .rgbx: sweep(row, pixelBytes: 4, isBlueFirst: false)
  case .bgrx: sweep(row, pixelBytes: 4, isBlueFirst: true)
  }
}

/// Visits the output columns; one loop for each pair of constants.
@inline(__always)
private func sweep(_ row: borrowing UnitsAcross, pixelBytes: Int, isBlueFirst: Bool) {
  var target = UnsafeMutableRawPointer(row.output)
  for column in 0..<row.count {
    let source = row.source + row.offsets[column]
    var (left, right) = (SIMD4<UInt8>(repeating: source[0]), SIMD4(repeating: source[pixelBytes]))
    if pixelBytes > 1 {
      left = UnsafeRawPointer(source).loadUnaligned(as: SIMD4<UInt8>.self)
      right = UnsafeRawPointer(source + pixelBytes).loadUnaligned(as: SIMD4<UInt8>.self)
    }
    let units = unit(SIMD8(lowHalf: SIMD4<Float>(left), highHalf: SIMD4<Float>(right)))
    let weight = row.weights[column]
    let mixed =
      SIMD4(repeating: 1 - weight) * units.lowHalf + SIMD4(repeating: weight) * units.highHalf
    target.storeBytes(
      of: isBlueFirst ? SIMD4(mixed[2], mixed[1], mixed[0], mixed[3]) : mixed,
      as: SIMD4<Float>.self)
    target += 12
  }
}

/// `(1 - weight) * above + weight * below`.
package func mixUnitsDown(_ rows: borrowing UnitsDown) {
  let (upper, lower) = (1 - rows.weight, rows.weight)
  var i = 0
  while i &+ 8 <= rows.count {
    let above = UnsafeRawPointer(rows.above + i).loadUnaligned(as: SIMD8<Float>.self)
    let below = UnsafeRawPointer(rows.below + i).loadUnaligned(as: SIMD8<Float>.self)
    UnsafeMutableRawPointer(rows.output + i).storeBytes(
      of: above * upper + below * lower, as: SIMD8<Float>.self)
    i &+= 8
  }
  while i < rows.count {
    rows.output[i] = upper * rows.above[i] + lower * rows.below[i]
    i &+= 1
  }
}
