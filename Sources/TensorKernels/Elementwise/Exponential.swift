#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// e to the power of each lane.
///
/// Goals, in order: no call and no branch, so that it stays in registers on every processor;
/// relative error at most 2e-7 (about 1.5 units in the last place); correct limits.
///
/// With `n = round(x / ln 2)` and `r = x - n ln 2` in two steps (Cody and Waite), `|r| <= 0.3466`
/// and `e^x = 2^n e^r`; `e^r` is a polynomial of degree 6 (coefficients as in the Cephes library's
/// `expf`, S. Moshier). `n` is found by adding 1.5 · 2^23, which rounds to the nearest integer
/// without the rounding instruction that the baseline processor lacks.
///
/// Range: below -87.33 the result is that of -87.33 (1.2e-38, the least normal number), above 88.37
/// that of 88.37 (about 2.4e38); not a number stays so.
@inline(__always)
package func exponential(_ x: Lanes) -> Lanes {
  let raised = larger(x, Lanes(repeating: -87.336_54))
  let clamped = smaller(raised, Lanes(repeating: 88.376_26))

  let magic = Lanes(repeating: 12_582_912)
  let shifted = multiplyAdd(clamped, Lanes(repeating: 1.442_695_04), magic)
  let n = shifted - magic
  var r = multiplyAdd(n, Lanes(repeating: -0.693_359_375), clamped)
  r = multiplyAdd(n, Lanes(repeating: 2.121_944_40e-4), r)

  // By pairs (Estrin 1960): a third of the steps that wait for one another in Horner's order.
  let square = r * r
  let low = multiplyAdd(r, Lanes(repeating: 1.666_666_55e-1), Lanes(repeating: 0.5))
  let middle = multiplyAdd(r, Lanes(repeating: 8.333_451_9e-3), Lanes(repeating: 4.166_579_6e-2))
  let high = multiplyAdd(r, Lanes(repeating: 1.987_569_15e-4), Lanes(repeating: 1.398_199_95e-3))
  let tail = multiplyAdd(multiplyAdd(high, square, middle), square, low)
  let p = multiplyAdd(tail, square, r + Lanes(repeating: 1))

  // 2^n: n stands in the low bits of `shifted`; move it into the exponent.
  let bits = unsafeBitCast(shifted, to: LaneBits.self) &<< LaneBits(repeating: 23)
  let power = unsafeBitCast(
    bits &+ LaneBits(repeating: 0x3f80_0000), to: Lanes.self)
  return p * power
}

/// `1 / (1 + e^-x)` in each lane: Darknet's `logistic`.
@inline(__always)
package func logistic(_ x: Lanes) -> Lanes {
  Lanes(repeating: 1) / (Lanes(repeating: 1) + exponential(-x))
}

/// The hyperbolic tangent in each lane, as `2 logistic(2x) - 1`, and near 0 as a polynomial.
///
/// Below `|x| = 0.3` the first form would lose digits to cancellation; there the odd Taylor
/// polynomial of degree 11 is exact to 1e-7.
@inline(__always)
package func hyperbolicTangent(_ x: Lanes) -> Lanes {
  let far = Lanes(repeating: 2) * logistic(Lanes(repeating: 2) * x) - Lanes(repeating: 1)
  let s = x * x
  var p = Lanes(repeating: -1382.0 / 155_925)
  p = p * s + Lanes(repeating: 62.0 / 2835)
  p = p * s + Lanes(repeating: -17.0 / 315)
  p = p * s + Lanes(repeating: 2.0 / 15)
  p = p * s + Lanes(repeating: -1.0 / 3)
  let near = x + x * s * p
  return far.replacing(with: near, where: s .< Lanes(repeating: 0.09))
}

/// `e^x - 1` in each lane without cancellation near 0.
///
/// Below `|x| = 0.35` the Taylor polynomial of degree 8, elsewhere the difference itself.
@inline(__always)
package func exponentialMinusOne(_ x: Lanes) -> Lanes {
  let far = exponential(x) - Lanes(repeating: 1)
  var p = Lanes(repeating: 1.0 / 40_320)
  p = p * x + Lanes(repeating: 1.0 / 5040)
  p = p * x + Lanes(repeating: 1.0 / 720)
  p = p * x + Lanes(repeating: 1.0 / 120)
  p = p * x + Lanes(repeating: 1.0 / 24)
  p = p * x + Lanes(repeating: 1.0 / 6)
  p = p * x + Lanes(repeating: 0.5)
  let near = x + x * x * p
  return far.replacing(with: near, where: (x * x) .< Lanes(repeating: 0.1225))
}

/// e to the power of a single number; infinite above 88.37, not a number for one.
package func exponential(_ x: Float) -> Float {
  x > 88.376_26 ? .infinity : exponential(Lanes(repeating: x))[0]
}

/// The number whose logistic is `p`; infinite at and beyond 0 and 1.
package func logit(_ p: Float) -> Float {
  guard p > 0 else { return -.infinity }
  guard p < 1 else { return .infinity }
  return Float(log(Double(p) / (1 - Double(p))))
}
