import Glibc

/// What the system calls an error.
package enum SystemError {
  /// The system's words for an error number: `No such file or directory`.
  package static func reason(_ number: Int32 = errno) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
