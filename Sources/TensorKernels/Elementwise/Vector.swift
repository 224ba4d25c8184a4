/// Eight floats: the vector that the portable kernels are written in.
package typealias Vector = SIMD8<Float>

/// Reads eight floats from any address.
@inline(__always)
package func loadVector(_ source: UnsafePointer<Float>) -> Vector {
  UnsafeRawPointer(source).loadUnaligned(as: Vector.self)
}

/// Writes eight floats to any address.
@inline(__always)
package func storeVector(_ value: Vector, _ target: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(target).storeBytes(of: value, as: Vector.self)
}

/// The larger of two floats in each lane; the first where the second is not a number.
@inline(__always)
package func larger(_ a: Vector, _ b: Vector) -> Vector {
  a.replacing(with: b, where: b .> a)
}
