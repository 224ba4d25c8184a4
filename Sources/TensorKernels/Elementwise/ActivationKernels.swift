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

/// Darknet's `leaky` in each lane.
@inline(__always)
private func leaky(_ x: Vector, _ slope: Vector) -> Vector {
  x.replacing(with: x * slope, where: x .<= Vector(0))
}

@inline(__always)
private func relu(_ x: Vector) -> Vector { larger(x, Vector(0)) }

@inline(__always)
private func relu6(_ x: Vector) -> Vector { smaller(relu(x), Vector(6)) }

@inline(__always)
private func loggy(_ x: Vector) -> Vector { Vector(2) * logistic(x) - Vector(1) }

@inline(__always)
private func swish(_ x: Vector) -> Vector { x / (Vector(1) + exponential(-x)) }

@inline(__always)
private func hardSwish(_ x: Vector) -> Vector { x * relu6(x + Vector(3)) * Vector(1.0 / 6) }

@inline(__always)
private func elu(_ x: Vector) -> Vector {
  x.replacing(with: exponentialMinusOne(x), where: x .< Vector(0))
}

@inline(__always)
private func selu(_ x: Vector) -> Vector {
  let low = Vector(1.0507 * 1.6732) * exponentialMinusOne(x)
  return (Vector(1.0507) * x).replacing(with: low, where: x .< Vector(0))
}

@inline(__always)
private func gelu(_ x: Vector) -> Vector {
  let inner = Vector(0.797885) * x + Vector(0.035677) * x * x * x
  return Vector(0.5) * x * (Vector(1) + hyperbolicTangent(inner))
}

@inline(__always)
private func ramp(_ x: Vector) -> Vector {
  (Vector(0.1) * x).replacing(with: x + Vector(0.1) * x, where: x .> Vector(0))
}

@inline(__always)
private func hardTanh(_ x: Vector) -> Vector { smaller(larger(x, Vector(-1)), Vector(1)) }

/// The activation of a single number; the same arithmetic as in the vectors.
package func activated(_ x: Float, _ activation: Activation) -> Float {
  withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { room in
    guard let base = room.baseAddress else { return x }
    base.initialize(to: x)
    PixelRow(base: base, count: 1, channels: 1, stride: 1).addBiasAndActivate(nil, activation)
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
  PixelRow(base: first, count: pixels.count, channels: map.channels, stride: map.pixelStride)
    .addBiasAndActivate(bias, activation)
}

/// Neighbouring pixels in memory.
struct PixelRow {
  /// The first channel of the first pixel.
  let base: UnsafeMutablePointer<Float>
  /// How many pixels.
  let count: Int
  /// Numbers of a pixel.
  let channels: Int
  /// Floats from one pixel to the next.
  let stride: Int

  /// Adds a bias, or none, and applies an activation, in place.
  func addBiasAndActivate(_ bias: UnsafePointer<Float>?, _ activation: Activation) {
    // One loop for each activation: the switch inside `activated` is resolved by the constant.
    switch activation {
    case .linear:
      guard bias != nil else { return }
      sweep(bias) { $0 }
    case .leaky(let slope): sweep(bias) { leaky($0, Vector(slope)) }
    case .relu: sweep(bias) { relu($0) }
    case .relu6: sweep(bias) { relu6($0) }
    case .logistic: sweep(bias) { logistic($0) }
    case .loggy: sweep(bias) { loggy($0) }
    case .tanh: sweep(bias) { hyperbolicTangent($0) }
    case .swish: sweep(bias) { swish($0) }
    case .mish: sweep(bias) { mish($0) }
    case .hardMish: sweep(bias) { hardMish($0) }
    case .hardSwish: sweep(bias) { hardSwish($0) }
    case .elu: sweep(bias) { elu($0) }
    case .selu: sweep(bias) { selu($0) }
    case .gelu: sweep(bias) { gelu($0) }
    case .ramp: sweep(bias) { ramp($0) }
    case .plse: sweep(bias) { plse($0) }
    case .hardTanh: sweep(bias) { hardTanh($0) }
    case .leakyHardTanh: sweep(bias) { leakyHardTanh($0) }
    case .stair: sweep(bias) { stair($0) }
    }
  }

  /// Visits every number, a vector at a time; the rest of a pixel through a padded vector.
  @inline(__always)
  private func sweep(_ bias: UnsafePointer<Float>?, _ function: (Vector) -> Vector) {
    let vectorEnd = channels & ~(Vector.scalarCount &- 1)
    var pixel = base
    for _ in 0..<count {
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
      pixel += stride
    }
  }
}
