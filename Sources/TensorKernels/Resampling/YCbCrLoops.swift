// Compiled once for each instruction set: see `Sources/ConvolutionKernels`.
#if KERNEL_VARIANT
  import struct TensorKernels.YCbCrRow
#endif

/// Makes pixels of four bytes, red first, of luma and chroma samples.
package func convertYCbCr(_ row: borrowing YCbCrRow) {
  if row.isInterleaved {
    sweep(row, isInterleaved: true)
  } else {
    sweep(row, isInterleaved: false)
  }
}

/// Visits the pixels, eight at a time; one loop for each constant.
@inline(__always)
private func sweep(_ row: borrowing YCbCrRow, isInterleaved: Bool) {
  let factors = row.factors
  let target = UnsafeMutableRawPointer(row.output)
  var column = 0
  while column < row.width {
    let bytes = UnsafeRawPointer(row.luma + column).loadUnaligned(as: SIMD8<UInt8>.self)
    let luma =
      (SIMD8<Int32>(truncatingIfNeeded: bytes) &- factors.blackLevel) &* factors.luma &+ (1 << 19)
    var (cb, cr) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    if isInterleaved {
      let c = UnsafeRawPointer(row.blue + column).loadUnaligned(as: SIMD8<UInt8>.self)
      cb = SIMD8(truncatingIfNeeded: SIMD8(c[0], c[0], c[2], c[2], c[4], c[4], c[6], c[6]))
      cr = SIMD8(truncatingIfNeeded: SIMD8(c[1], c[1], c[3], c[3], c[5], c[5], c[7], c[7]))
    } else {
      let half = column &>> 1
      let b = UnsafeRawPointer(row.blue + half).loadUnaligned(as: SIMD4<UInt8>.self)
      let r = UnsafeRawPointer(row.red + half).loadUnaligned(as: SIMD4<UInt8>.self)
      cb = SIMD8(truncatingIfNeeded: SIMD8(b[0], b[0], b[1], b[1], b[2], b[2], b[3], b[3]))
      cr = SIMD8(truncatingIfNeeded: SIMD8(r[0], r[0], r[1], r[1], r[2], r[2], r[3], r[3]))
    }
    cb = cb &- 128
    cr = cr &- 128
    let red = byte(luma &+ cr &* factors.redToRed)
    let green = byte(luma &+ cb &* factors.blueToGreen &+ cr &* factors.redToGreen)
    let blue = byte(luma &+ cb &* factors.blueToBlue)
    (target + 4 &* column).storeBytes(
      of: red | green &<< SIMD8(repeating: 8) | blue &<< SIMD8(repeating: 16),
      as: SIMD8<Int32>.self)
    column &+= 8
  }
}

/// The whole part of 2^20ths, held within 0…255; without comparing, which would be a call.
@inline(__always)
private func byte(_ fixed: SIMD8<Int32>) -> SIMD8<Int32> {
  let whole = fixed &>> SIMD8(repeating: 20)
  let isNegative = whole &>> SIMD8(repeating: 31)
  let isTooLarge = (SIMD8(repeating: 255) &- whole) &>> SIMD8(repeating: 31)
  return ((whole & ~isNegative) | isTooLarge) & 255
}
