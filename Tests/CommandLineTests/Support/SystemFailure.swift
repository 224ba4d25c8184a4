import Glibc

/// That the test's own dealings with the system failed.
struct SystemFailure: Error, CustomStringConvertible {
  let description: String

  init(_ call: String, number: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(number)))"
  }
}
