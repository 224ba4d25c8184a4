import Glibc

/// What other programs hand to this one.
package enum StandardInput {
  /// All bytes up to the end.
  ///
  /// - Returns: The bytes; none where standard input is empty.
  /// - Throws: ``InputError`` when it is closed or cannot be read.
  package static func readAll() throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw .unreadable(path: "standard input", reason: SystemError.reason())
      }
    }
  }
}
