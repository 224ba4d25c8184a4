import Glibc

/// The most memory that the process has taken.
enum PeakMemory {
  /// Gives memory that is not used any more back to the system and sets the peak to what is left.
  ///
  /// - Returns: Whether the system did so.
  static func reset() -> Bool {
    returnFreeMemory()
    // "5" resets the peak: proc(5), /proc/pid/clear_refs.
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, "5", 1) == 1
  }

  /// The peak, in bytes, since the last ``reset()`` that worked, or since the process began.
  static func bytes() -> Int? {
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return nil }
    // Linux counts in KiB.
    return usage.ru_maxrss * 1024
  }

  /// Makes the C library give back what was freed; it keeps that otherwise, and it would count as
  /// memory of whatever is measured next.
  private static func returnFreeMemory() {
    // Only glibc has it, and Swift's module of glibc leaves <malloc.h> out.
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> Int32
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
