#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory for floats, all 0: small pieces from the heap, large ones straight from the system.
///
/// The system hands out pages that are 0 already, so that large pieces are not written twice, and in
/// huge pages where it has them: loading a model of 35 MB then takes some twenty page faults instead
/// of nine thousand.
struct PageMemory {
  /// The first byte; at a multiple of 64.
  let base: UnsafeMutableRawPointer
  private let mapping: UnsafeMutableRawPointer?
  private let mappedCount: Int

  /// From this length on, in bytes, memory comes from the system.
  private static let hugePage = 1 << 21

  /// Takes memory; ends the process where there is none, as the heap does.
  init(byteCount: Int, alignment: Int) {
    let mapped = byteCount + Self.hugePage
    if byteCount >= Self.hugePage,
      let start = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    {
      mapping = start
      mappedCount = mapped
      base = start.alignedUp(toMultipleOf: Self.hugePage)
      // Only advice: without huge pages all else is the same.
      madvise(base, byteCount, MADV_HUGEPAGE)
      return
    }
    mapping = nil
    mappedCount = 0
    base = .allocate(byteCount: byteCount, alignment: alignment)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// Gives the memory back.
  func free() {
    if let mapping {
      munmap(mapping, mappedCount)
    } else {
      base.deallocate()
    }
  }
}
