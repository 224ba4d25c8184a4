// Compiled once for each instruction set, with its `Vector`: see `Sources/ConvolutionKernels`.
#if KERNEL_VARIANT
  import enum TensorKernels.Activation
  import struct TensorKernels.FeatureMap
#endif

extension Vector {
  /// A vector of one number.
  @inline(__always) init(_ value: Float) { self.init(repeating: value) }
}

/// Darknet's `hard_mish` in each lane.
@inline(__always)
private func hardMish(_ x: Vector) -> Vector {
  let middle = x * x * Vector(0.5) + x
  let positive = middle.replacing(with: x, where: x .> Vector(0))
  return positive.replacing(with: Vector(0), where: x .<= Vector(-2))
}

/// `x tanh(ln(1 + e^x))` in each lane.
///
/// With `e = e^x` the hyperbolic tangent of `ln(1 + e)` is `e(e + 2) / (e(e + 2) + 2)`: no
/// logarithm, and no cancellation for negative `x`. Above 20 it is 1 to the last digit.
@inline(__always)
private func mish(_ x: Vector) -> Vector {
  let bounded = x.replacing(with: Vector(20), where: x .> Vector(20))
  let e = exponential(bounded)
  let n = e * (e + Vector(2))
  // The quotient first: `x * n` would overflow for large `x`.
  return x * (n / (n + Vector(2)))
}

/// Rounds each lane down to an integer; for lanes within ±2^22.
@inline(__always)
private func floorSmall(_ x: Vector) -> Vector {
  let magic = Vector(12_582_912)
  let nearest = (x + magic) - magic
  return nearest.replacing(with: nearest - Vector(1), where: nearest .> x)
}

/// Darknet's `stair` in each lane.
@inline(__always)
private func stair(_ x: Vector) -> Vector {
  let n = floorSmall(x)
  let half = floorSmall(n * Vector(0.5))
  let isOdd = half * Vector(2) .!= n
  return half.replacing(with: (x - n) + half, where: isOdd)
}

/// Darknet's `plse` in each lane.
@inline(__always)
private func plse(_ x: Vector) -> Vector {
  let middle = x * Vector(0.125) + Vector(0.5)
  let low = middle.replacing(with: Vector(0.01) * (x + Vector(4)), where: x .< Vector(-4))
  return low.replacing(
    with: Vector(0.01) * (x - Vector(4)) + Vector(1), where: x .> Vector(4))
}

/// Darknet's `lhtan` in each lane.
@inline(__always)
private func leakyHardTanh(_ x: Vector) -> Vector {
  let low = x.replacing(with: Vector(0.001) * x, where: x .< Vector(0))
  return low.replacing(
    with: Vector(0.001) * (x - Vector(1)) + Vector(1), where: x .> Vector(1))
}

/// The activation of one vector, chosen where the call stands.
@inline(__always)
private func activated(_ x: Vector, _ activation: Activation) -> Vector {
  let zero = Vector(0)
  switch activation {
  case .linear: return x
  case .leaky(let slope): return x.replacing(with: x * Vector(slope), where: x .<= zero)
  case .relu: return x.replacing(with: zero, where: x .< zero)
  case .relu6:
    let low = x.replacing(with: zero, where: x .< zero)
    return low.replacing(with: Vector(6), where: low .> Vector(6))
  case .logistic: return logistic(x)
  case .loggy: return Vector(2) * logistic(x) - Vector(1)
  case .tanh: return hyperbolicTangent(x)
  case .swish: return x * logistic(x)
  case .mish: return mish(x)
  case .hardMish: return hardMish(x)
  case .hardSwish:
    let low = (x + Vector(3)).replacing(with: zero, where: x .< Vector(-3))
    return x * low.replacing(with: Vector(6), where: low .> Vector(6)) * Vector(1.0 / 6)
  case .elu: return x.replacing(with: exponentialMinusOne(x), where: x .< zero)
  case .selu:
    let low = Vector(1.0507 * 1.6732) * exponentialMinusOne(x)
    return (Vector(1.0507) * x).replacing(with: low, where: x .< zero)
  case .gelu:
    let inner = Vector(0.797885) * x + Vector(0.035677) * x * x * x
    return Vector(0.5) * x * (Vector(1) + hyperbolicTangent(inner))
  case .ramp:
    return (Vector(0.1) * x).replacing(with: x + Vector(0.1) * x, where: x .> zero)
  case .plse: return plse(x)
  case .hardTanh:
    let low = x.replacing(with: Vector(-1), where: x .< Vector(-1))
    return low.replacing(with: Vector(1), where: low .> Vector(1))
  case .leakyHardTanh: return leakyHardTanh(x)
  case .stair: return stair(x)
  }
}

/// The activation of a single number; the same arithmetic as in the vectors.
package func activated(_ x: Float, _ activation: Activation) -> Float {
  activated(Vector(x), activation)[0]
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
  // One loop for each activation: the switch inside `activated` is resolved by the constant.
  switch activation {
  case .linear:
    guard bias != nil else { return }
    sweep(map, pixels, bias) { $0 }
  case .leaky(let slope): sweep(map, pixels, bias) { activated($0, .leaky(slope: slope)) }
  case .relu: sweep(map, pixels, bias) { activated($0, .relu) }
  case .relu6: sweep(map, pixels, bias) { activated($0, .relu6) }
  case .logistic: sweep(map, pixels, bias) { activated($0, .logistic) }
  case .loggy: sweep(map, pixels, bias) { activated($0, .loggy) }
  case .tanh: sweep(map, pixels, bias) { activated($0, .tanh) }
  case .swish: sweep(map, pixels, bias) { activated($0, .swish) }
  case .mish: sweep(map, pixels, bias) { activated($0, .mish) }
  case .hardMish: sweep(map, pixels, bias) { activated($0, .hardMish) }
  case .hardSwish: sweep(map, pixels, bias) { activated($0, .hardSwish) }
  case .elu: sweep(map, pixels, bias) { activated($0, .elu) }
  case .selu: sweep(map, pixels, bias) { activated($0, .selu) }
  case .gelu: sweep(map, pixels, bias) { activated($0, .gelu) }
  case .ramp: sweep(map, pixels, bias) { activated($0, .ramp) }
  case .plse: sweep(map, pixels, bias) { activated($0, .plse) }
  case .hardTanh: sweep(map, pixels, bias) { activated($0, .hardTanh) }
  case .leakyHardTanh: sweep(map, pixels, bias) { activated($0, .leakyHardTanh) }
  case .stair: sweep(map, pixels, bias) { activated($0, .stair) }
  }
}

/// Visits every number of some pixels, a vector at a time; the rest of a pixel through a padded vector.
@inline(__always)
private func sweep(
  _ map: FeatureMap, _ pixels: Range<Int>, _ bias: UnsafePointer<Float>?,
  _ function: (Vector) -> Vector
) {
  let channels = map.channels
  let vectorEnd = channels & ~(Vector.scalarCount &- 1)
  var pixel = map.base + pixels.lowerBound &* map.pixelStride
  for _ in 0..<pixels.count {
    var c = 0
    while c < vectorEnd {
      var x = loadVector(pixel + c)
      if let bias { x += loadVector(bias + c) }
      storeVector(function(x), pixel + c)
      c &+= Vector.scalarCount
    }
    if c < channels {
      var x = Vector(0)
      for lane in 0..<(channels &- c) {
        x[lane] = pixel[c &+ lane] + (bias.map { $0[c &+ lane] } ?? 0)
      }
      let y = function(x)
      for lane in 0..<(channels &- c) { pixel[c &+ lane] = y[lane] }
    }
    pixel += map.pixelStride
  }
}
