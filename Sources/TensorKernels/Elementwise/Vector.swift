#if KERNEL_VARIANT
  import _Builtin_intrinsics.intel
#endif

#if KERNEL_AVX512
  /// The vector that the kernels of this variant are written in: one AVX-512 register.
  package typealias Vector = SIMD16<Float>
  /// What functions of a single number are computed in; as many whole numbers.
  package typealias Lanes = Vector
  package typealias LaneBits = SIMD16<Int32>
#elseif KERNEL_AVX2
  /// The vector that the kernels of this variant are written in: one AVX register.
  package typealias Vector = SIMD8<Float>
  /// What functions of a single number are computed in; as many whole numbers.
  package typealias Lanes = SIMD16<Float>
  package typealias LaneBits = SIMD16<Int32>
#else
  /// The vector that the kernels are written in: two registers of the baseline.
  package typealias Vector = SIMD8<Float>
  /// What functions of a single number are computed in: two registers, so that while one step of the
  /// first waits for the step before it, the second has something to do.
  package typealias Lanes = SIMD8<Float>
  /// As many whole numbers.
  package typealias LaneBits = SIMD8<Int32>
#endif

extension Vector {
  /// A vector of one number.
  @inline(__always) init(_ value: Float) { self.init(repeating: value) }
}

#if KERNEL_AVX2
  extension Lanes {
    /// A vector of one number.
    @inline(__always) init(_ value: Float) { self.init(repeating: value) }
  }
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
  #if KERNEL_AVX512
    _mm512_max_ps(b, a)
  #elseif KERNEL_AVX2
    _mm256_max_ps(b, a)
  #else
    a.replacing(with: b, where: b .> a)
  #endif
}

/// The smaller of two floats in each lane; the first where the second is not a number.
@inline(__always)
package func smaller(_ a: Vector, _ b: Vector) -> Vector {
  #if KERNEL_AVX512
    _mm512_min_ps(b, a)
  #elseif KERNEL_AVX2
    _mm256_min_ps(b, a)
  #else
    a.replacing(with: b, where: b .< a)
  #endif
}

/// `a b + c` in each lane: rounded once where the processor can, else twice.
///
/// `addingProduct` is one operation for each lane to the compiler, which it does not always put
/// together again.
@inline(__always)
package func multiplyAdd(_ a: Vector, _ b: Vector, _ c: Vector) -> Vector {
  #if KERNEL_AVX512
    _mm512_fmadd_ps(a, b, c)
  #elseif KERNEL_AVX2
    _mm256_fmadd_ps(a, b, c)
  #else
    a * b + c
  #endif
}

#if KERNEL_AVX2
  /// The larger of two floats in each lane.
  @inline(__always)
  func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    Lanes(lowHalf: larger(a.lowHalf, b.lowHalf), highHalf: larger(a.highHalf, b.highHalf))
  }

  /// The smaller of two floats in each lane.
  @inline(__always)
  func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
    Lanes(lowHalf: smaller(a.lowHalf, b.lowHalf), highHalf: smaller(a.highHalf, b.highHalf))
  }

  /// `a b + c` in each lane.
  @inline(__always)
  func multiplyAdd(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    Lanes(
      lowHalf: multiplyAdd(a.lowHalf, b.lowHalf, c.lowHalf),
      highHalf: multiplyAdd(a.highHalf, b.highHalf, c.highHalf))
  }
#endif
