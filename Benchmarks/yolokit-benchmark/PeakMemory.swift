import CommandLineKit
import Glibc

/// The most memory that the process has taken.
enum PeakMemory {
  /// Sets the peak back to what is taken now.
  ///
  /// - Returns: Whether the system did so.
  static func reset() -> Bool {
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
}
