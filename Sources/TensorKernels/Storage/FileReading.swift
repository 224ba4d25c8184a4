#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads little-endian floats from a file straight into memory.
///
/// - Parameters:
///   - descriptor: An open file.
///   - offset: The first byte.
///   - floats: Where they go; all are read.
/// - Returns: How many bytes came, fewer than wanted at the file's end; or the negative error number.
package func readFloats(
  from descriptor: Int32, at offset: Int, into floats: inout MutableSpan<Float>
) -> Int {
  floats.withUnsafeMutableBytes { readAll(from: descriptor, at: offset, into: $0) }
}

/// Reads bytes from a file.
///
/// - Parameters:
///   - descriptor: An open file.
///   - offset: The first byte.
///   - bytes: Where they go; all are read.
/// - Returns: How many bytes came, fewer than wanted at the file's end; or the negative error number.
package func readBytes(
  from descriptor: Int32, at offset: Int, into bytes: inout MutableSpan<UInt8>
) -> Int {
  bytes.withUnsafeMutableBytes { readAll(from: descriptor, at: offset, into: $0) }
}

private func readAll(
  from descriptor: Int32, at offset: Int, into bytes: UnsafeMutableRawBufferPointer
) -> Int {
  var got = 0
  while got < bytes.count {
    guard let base = bytes.baseAddress else { break }
    let n = pread(descriptor, base + got, bytes.count - got, off_t(offset + got))
    if n < 0, errno == EINTR { continue }
    if n < 0 { return -Int(errno) }
    if n == 0 { break }
    got += n
  }
  return got
}
