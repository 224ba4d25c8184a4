import TensorKernels

/// How fast the kernels multiply when all numbers are in the nearest cache: the most that a network
/// without Winograd's savings can hope for, since a tile's inner loop is nothing but multiplications
/// and additions in one.
package enum KernelPeak {
  /// Numbers of a row: with those of two tiles and of a panel less than half of a 32 KiB cache.
  private static let length = 128
  /// Multiplications and additions that one measurement takes for each thread, about 10 ms.
  private static let work = 1 << 29
  private static let runs = 12

  /// Measures the kernels in use.
  ///
  /// The best of some runs counts, because other programs can only make it slower.
  ///
  /// - Parameter threads: How many threads work at the same time.
  /// - Returns: Operations a second, a multiplication and an addition counted as two; nil without
  ///   kernels of our own.
  package static func measure(threads: Int) -> Double? {
    guard let kernels = KernelSelection.current else { return nil }
    let rows = 2 * kernels.tileRows
    let perThread = (rows + kernels.tileColumns) * length + rows * kernels.tileColumns
    let memory = FloatStorage(zeros: (perThread + 1024) * threads + kernels.tileColumns)
    let pool = WorkerPool.shared(threads: threads)
    let perStrip = 2 * rows * kernels.tileColumns * length
    let repetitions = max(1, work / perStrip)
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<runs {
      let duration = clock.measure {
        pool.run(parts: threads) { part in
          multiply(
            kernels, memory.base + part * (perThread + 1024),
            bias: memory.base + memory.count
              - kernels.tileColumns, repetitions: repetitions)
        }
      }
      best = min(best, duration / .seconds(1))
    }
    return Double(perStrip) * Double(repetitions) * Double(threads) / best
  }

  /// Multiplies two tiles of rows with a panel, again and again.
  private static func multiply(
    _ kernels: ConvolutionKernels, _ memory: UnsafeMutablePointer<Float>,
    bias: UnsafePointer<Float>, repetitions: Int
  ) {
    let rows = 2 * kernels.tileRows
    let weights = memory + rows * length
    let output = weights + kernels.tileColumns * length
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>.self, capacity: rows) { table in
      for row in 0..<rows { table.initializeElement(at: row, to: memory + row * length) }
      guard let pointers = table.baseAddress else { return }
      for _ in 0..<repetitions {
        kernels.multiply(
          ConvolutionStrip(
            rows: pointers, tableStride: kernels.tileRows, runLength: length, weights: weights,
            initial: bias, output: output, outputStride: kernels.tileColumns, rowCount: rows,
            columnCount: kernels.tileColumns))
      }
    }
  }
}
