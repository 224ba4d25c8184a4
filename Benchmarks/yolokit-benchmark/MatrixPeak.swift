import COpenBLAS

/// How fast the machine multiplies large matrices: what a network can hope for at best.
enum MatrixPeak {
  /// Rows and columns of each matrix: large enough for the best speed, small enough to be quick.
  private static let side = 1024
  private static let runs = 12

  /// Measures `sgemm` of OpenBLAS.
  ///
  /// The best of some runs counts, because other programs can only make it slower. Afterwards
  /// OpenBLAS runs on its caller's thread again, as the detector needs it.
  ///
  /// - Parameter threads: How many threads share the work.
  /// - Returns: Operations a second, a multiplication and an addition counted as two.
  static func measure(threads: Int) -> Double {
    let count = side * side
    let a = (0..<count).map { Float($0 % 7) - 3 }
    let b = (0..<count).map { Float($0 % 5) - 2 }
    var c = [Float](repeating: 0, count: count)
    openblas_set_num_threads(Int32(threads))
    defer { openblas_set_num_threads(1) }
    let clock = ContinuousClock()
    let size = blasint(side)
    var best = Double.infinity
    for _ in 0..<runs {
      let duration = clock.measure {
        c.withUnsafeMutableBufferPointer { c in
          cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasTrans, size, size, size, 1, a, size, b, size, 0,
            c.baseAddress, size)
        }
      }
      best = min(best, duration / .seconds(1))
    }
    return 2 * Double(side) * Double(side) * Double(side) / best
  }
}
