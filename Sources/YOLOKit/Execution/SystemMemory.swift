#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Asks the system for memory in advance.
enum SystemMemory {
  /// Whether so many bytes can be had.
  ///
  /// Memory that cannot be allocated ends the process, so a large piece is tried first, in a way
  /// that costs none.
  static func canAllocate(_ bytes: Int) -> Bool {
    guard bytes > 1 << 26 else { return true }
    let trial = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard trial != MAP_FAILED else { return false }
    munmap(trial, bytes)
    return true
  }
}
