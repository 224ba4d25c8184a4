import CMemoryCounter

/// Counts how often memory is taken in this process, by any thread and whatever takes it: class
/// instances, closure contexts, arrays and boxes of Swift, `malloc` and its kin, `mmap`.
///
/// For exit tests, whose process runs nothing else.
package enum MemoryRequests {
  /// Whether this build can count; builds with a sanitizer cannot.
  package static let canCount = memory_counter_works() != 0

  /// How often memory was taken while a body ran.
  package static func made(during body: () throws -> Void) rethrows -> Int {
    memory_counter_enable(1)
    defer { memory_counter_enable(0) }
    try body()
    return memory_counter_count()
  }
}
