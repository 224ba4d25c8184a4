// Compiled once for each instruction set, with its `Lanes`: see `Sources/ConvolutionKernels`.
#if KERNEL_VARIANT
  import enum TensorKernels.Activation
  import struct TensorKernels.FeatureMap
#endif

/// Darknet's `hard_mish` in each lane.
@inline(__always)
private func hardMish(_ x: Lanes) -> Lanes {
  let middle = x * x * Lanes(0.5) + x
  let positive = middle.replacing(with: x, where: x .> Lanes(0))
  return positive.replacing(with: Lanes(0), where: x .<= Lanes(-2))
}

/// `x tanh(ln(1 + e^x))` in each lane.
///
/// With `e = e^x` the hyperbolic tangent of `ln(1 + e)` is `e(e + 2) / (e(e + 2) + 2)`: no
/// logarithm, and no cancellation for negative `x`. Above 20 it is 1 to the last digit.
@inline(__always)
private func mish(_ x: Lanes) -> Lanes {
  let bounded = x.replacing(with: Lanes(20), where: x .> Lanes(20))
  let e = exponential(bounded)
  let n = e * (e + Lanes(2))
  // The quotient first: `x * n` would overflow for large `x`.
  return x * (n / (n + Lanes(2)))
}

/// Rounds each lane down to an integer; for lanes within ±2^22.
@inline(__always)
private func floorSmall(_ x: Lanes) -> Lanes {
  let magic = Lanes(12_582_912)
  let nearest = (x + magic) - magic
  return nearest.replacing(with: nearest - Lanes(1), where: nearest .> x)
}

/// Darknet's `stair` in each lane.
@inline(__always)
private func stair(_ x: Lanes) -> Lanes {
  let n = floorSmall(x)
  let half = floorSmall(n * Lanes(0.5))
  let isOdd = half * Lanes(2) .!= n
  return half.replacing(with: (x - n) + half, where: isOdd)
}

/// Darknet's `plse` in each lane.
@inline(__always)
private func plse(_ x: Lanes) -> Lanes {
  let middle = x * Lanes(0.125) + Lanes(0.5)
  let low = middle.replacing(with: Lanes(0.01) * (x + Lanes(4)), where: x .< Lanes(-4))
  return low.replacing(
    with: Lanes(0.01) * (x - Lanes(4)) + Lanes(1), where: x .> Lanes(4))
}

/// Darknet's `lhtan` in each lane.
@inline(__always)
private func leakyHardTanh(_ x: Lanes) -> Lanes {
  let low = x.replacing(with: Lanes(0.001) * x, where: x .< Lanes(0))
  return low.replacing(
    with: Lanes(0.001) * (x - Lanes(1)) + Lanes(1), where: x .> Lanes(1))
}

/// Darknet's `leaky` in each lane.
@inline(__always)
private func leaky(_ x: Lanes, _ slope: Lanes) -> Lanes {
  x.replacing(with: x * slope, where: x .<= Lanes(0))
}

@inline(__always)
private func relu(_ x: Lanes) -> Lanes { larger(x, Lanes(0)) }

@inline(__always)
private func relu6(_ x: Lanes) -> Lanes { smaller(relu(x), Lanes(6)) }

@inline(__always)
private func loggy(_ x: Lanes) -> Lanes { Lanes(2) * logistic(x) - Lanes(1) }

@inline(__always)
private func swish(_ x: Lanes) -> Lanes { x / (Lanes(1) + exponential(-x)) }

@inline(__always)
private func hardSwish(_ x: Lanes) -> Lanes { x * relu6(x + Lanes(3)) * Lanes(1.0 / 6) }

@inline(__always)
private func elu(_ x: Lanes) -> Lanes {
  x.replacing(with: exponentialMinusOne(x), where: x .< Lanes(0))
}

@inline(__always)
private func selu(_ x: Lanes) -> Lanes {
  let low = Lanes(1.0507 * 1.6732) * exponentialMinusOne(x)
  return (Lanes(1.0507) * x).replacing(with: low, where: x .< Lanes(0))
}

@inline(__always)
private func gelu(_ x: Lanes) -> Lanes {
  let inner = Lanes(0.797885) * x + Lanes(0.035677) * x * x * x
  return Lanes(0.5) * x * (Lanes(1) + hyperbolicTangent(inner))
}

@inline(__always)
private func ramp(_ x: Lanes) -> Lanes {
  (Lanes(0.1) * x).replacing(with: x + Lanes(0.1) * x, where: x .> Lanes(0))
}

@inline(__always)
private func hardTanh(_ x: Lanes) -> Lanes { smaller(larger(x, Lanes(-1)), Lanes(1)) }

/// The activation of a single number; the same arithmetic as in the vectors.
package func activated(_ x: Float, _ activation: Activation) -> Float {
  withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { room in
    guard let base = room.baseAddress else { return x }
    base.initialize(to: x)
    activatePixels(base, count: 1, channels: 1, stride: 1, activation)
    return base.pointee
  }
}

/// Adds a bias to every pixel of a map and applies an activation, in place.
///
/// - Parameters:
///   - map: The pixels `[pixels, channels]`.
///   - pixels: Which of them, counted row by row.
///   - bias: One number for each channel, or nil for none.
///   - activation: The function.
package func addBiasAndActivate(
  _ map: FeatureMap, pixels: Range<Int>, bias: UnsafePointer<Float>?, activation: Activation
) {
  let first = map.base + pixels.lowerBound &* map.pixelStride
  if let bias {
    addToPixels(
      first, count: pixels.count, channels: map.channels, stride: map.pixelStride, bias,
      otherStride: 0)
  }
  activatePixels(
    first, count: pixels.count, channels: map.channels, stride: map.pixelStride, activation)
}

/// Adds other pixels to neighbouring pixels, in place.
///
/// - Parameters:
///   - base: The first channel of the first pixel.
///   - count: How many pixels.
///   - channels: Numbers of a pixel.
///   - stride: Floats from one pixel to the next.
///   - others: The first channel of what is added to the first pixel.
///   - otherStride: Floats from there to the next; 0 for the same numbers everywhere, a bias.
func addToPixels(
  _ base: UnsafeMutablePointer<Float>, count: Int, channels: Int, stride: Int,
  _ others: UnsafePointer<Float>, otherStride: Int
) {
  var (pixel, other) = (base, others)
  for _ in 0..<count {
    var c = 0
    while c &+ Vector.scalarCount <= channels {
      storeVector(loadVector(pixel + c) + loadVector(other + c), pixel + c)
      c &+= Vector.scalarCount
    }
    while c < channels {
      pixel[c] += other[c]
      c &+= 1
    }
    pixel += stride
    other += otherStride
  }
}

/// Applies an activation to neighbouring pixels, in place; the parameters are those of
/// ``addToPixels(_:count:channels:stride:_:otherStride:)``.
@inline(__always)
func activatePixels(
  _ base: UnsafeMutablePointer<Float>, count: Int, channels: Int, stride: Int,
  _ activation: Activation
) {
  if case .linear = activation { return }
  activateEach(base, count, channels, stride, activation)
}

private func activateEach(
  _ base: UnsafeMutablePointer<Float>, _ count: Int, _ channels: Int, _ stride: Int,
  _ activation: Activation
) {
  // One loop for each activation, so that the choice is made once.
  switch activation {
  case .linear: return
  case .leaky(let slope): sweep(base, count, channels, stride) { leaky($0, Lanes(slope)) }
  case .relu: sweep(base, count, channels, stride) { relu($0) }
  case .relu6: sweep(base, count, channels, stride) { relu6($0) }
  case .logistic: sweep(base, count, channels, stride) { logistic($0) }
  case .loggy: sweep(base, count, channels, stride) { loggy($0) }
  case .tanh: sweep(base, count, channels, stride) { hyperbolicTangent($0) }
  case .swish: sweep(base, count, channels, stride) { swish($0) }
  case .mish: sweep(base, count, channels, stride) { mish($0) }
  case .hardMish: sweep(base, count, channels, stride) { hardMish($0) }
  case .hardSwish: sweep(base, count, channels, stride) { hardSwish($0) }
  case .elu: sweep(base, count, channels, stride) { elu($0) }
  case .selu: sweep(base, count, channels, stride) { selu($0) }
  case .gelu: sweep(base, count, channels, stride) { gelu($0) }
  case .ramp: sweep(base, count, channels, stride) { ramp($0) }
  case .plse: sweep(base, count, channels, stride) { plse($0) }
  case .hardTanh: sweep(base, count, channels, stride) { hardTanh($0) }
  case .leakyHardTanh: sweep(base, count, channels, stride) { leakyHardTanh($0) }
  case .stair: sweep(base, count, channels, stride) { stair($0) }
  }
}

/// Visits every number, some at a time; the last of a row through lanes of which few count.
@inline(__always)
private func sweep(
  _ base: UnsafeMutablePointer<Float>, _ count: Int, _ channels: Int, _ stride: Int,
  _ function: (Lanes) -> Lanes
) {
  // Pixels without a gap are one row.
  let (rows, length) = stride == channels ? (1, count &* channels) : (count, channels)
  let lanes = Lanes.scalarCount
  let end = length & ~(lanes &- 1)
  var row = base
  for _ in 0..<rows {
    var i = 0
    while i < end {
      storeLanes(function(loadLanes(row + i)), row + i)
      i &+= lanes
    }
    if i < length {
      var x = Lanes(0)
      for lane in 0..<(length &- i) { x[lane] = row[i &+ lane] }
      let y = function(x)
      for lane in 0..<(length &- i) { row[i &+ lane] = y[lane] }
    }
    row += stride
  }
}

@inline(__always)
private func loadLanes(_ source: UnsafePointer<Float>) -> Lanes {
  UnsafeRawPointer(source).loadUnaligned(as: Lanes.self)
}

@inline(__always)
private func storeLanes(_ value: Lanes, _ target: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(target).storeBytes(of: value, as: Lanes.self)
}
