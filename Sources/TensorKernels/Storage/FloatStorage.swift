/// A fixed number of floats at a 64-byte boundary: where weights and features live.
///
/// Reads and writes through ``withSpan(_:)`` and ``withMutableSpan(_:)`` are bounds-checked.
/// Kernels reach the memory through a ``FeatureMap``, whose initialiser checks that it fits.
///
/// Not synchronised: one writer at a time, and no reader while there is a writer. Weights are
/// written while a model is loaded and only read afterwards, which is why sharing is allowed.
package final class FloatStorage: @unchecked Sendable {
  /// How many floats there are.
  package let count: Int
  /// The first float; 64-byte aligned.
  package let base: UnsafeMutablePointer<Float>

  private let memory: PageMemory

  /// The boundary that storage starts at, in bytes: one cache line, one AVX-512 register.
  package static let alignment = 64

  /// Takes memory for `count` floats, all 0.
  package init(zeros count: Int) {
    precondition(count >= 0 && count <= Int.max / 8, "storage of \(count) floats")
    self.count = count
    let bytes = max(count, 1) * MemoryLayout<Float>.stride
    memory = PageMemory(byteCount: bytes, alignment: Self.alignment)
    base = memory.base.assumingMemoryBound(to: Float.self)
  }

  /// Copies floats into new storage.
  package convenience init(_ values: some Collection<Float>) {
    self.init(zeros: values.count)
    withMutableSpan { span in
      var index = 0
      for value in values {
        span[index] = value
        index += 1
      }
    }
  }

  deinit { memory.free() }

  /// A second storage with the same floats.
  package func copy() -> FloatStorage {
    let other = FloatStorage(zeros: count)
    other.base.update(from: base, count: count)
    return other
  }

  /// Lends all floats for reading.
  package func withSpan<Result>(_ body: (Span<Float>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Lends all floats for writing.
  package func withMutableSpan<Result>(
    _ body: (inout MutableSpan<Float>) throws -> Result
  ) rethrows -> Result {
    let buffer = UnsafeMutableBufferPointer(start: base, count: count)
    var span = buffer.mutableSpan
    return try body(&span)
  }

  /// A copy of `range` as an array.
  package func array(_ range: Range<Int>) -> [Float] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of \(count)")
    return Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
