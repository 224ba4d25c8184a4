import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads the small text files in which Linux describes the process.
enum SystemFile {
  /// The longest text that is read, in bytes: 1 MiB.
  private static let limit = 1 << 20

  /// The lines of a file, at most 1 MiB of them; none where it cannot be read.
  static func lines(_ path: String) -> [Substring] {
    text(path).split(whereSeparator: \.isNewline)
  }

  /// The words of a file, with blanks or line ends between them; none where it cannot be read.
  static func words(_ path: String) -> [Substring] {
    text(path).split(whereSeparator: \.isWhitespace)
  }

  private static func text(_ path: String) -> String {
    // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 13)
    // Files in /proc do not say how long they are.
    while bytes.count < limit {
      var span = chunk.mutableSpan
      let count = readBytes(from: descriptor, at: bytes.count, into: &span)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
