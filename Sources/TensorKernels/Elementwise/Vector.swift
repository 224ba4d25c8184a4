#if KERNEL_AVX512
  /// The vector that the kernels of this variant are written in: one AVX-512 register.
  package typealias Vector = SIMD16<Float>
  /// As many whole numbers.
  package typealias VectorBits = SIMD16<Int32>
#else
  /// The vector that the kernels are written in: one AVX register, or two of the baseline.
  package typealias Vector = SIMD8<Float>
  /// As many whole numbers.
  package typealias VectorBits = SIMD8<Int32>
#endif

/// Reads a vector from any address.
@inline(__always)
package func loadVector(_ source: UnsafePointer<Float>) -> Vector {
  UnsafeRawPointer(source).loadUnaligned(as: Vector.self)
}

/// Writes a vector to any address.
@inline(__always)
package func storeVector(_ value: Vector, _ target: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(target).storeBytes(of: value, as: Vector.self)
}

/// The larger of two floats in each lane; the first where the second is not a number.
@inline(__always)
package func larger(_ a: Vector, _ b: Vector) -> Vector {
  a.replacing(with: b, where: b .> a)
}
