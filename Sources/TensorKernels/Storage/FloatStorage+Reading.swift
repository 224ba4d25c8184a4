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
  floats.withUnsafeMutableBytes { bytes in
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
}

/// The place of the first number that is not finite; nil when all are.
package func firstNonFinite(_ floats: borrowing MutableSpan<Float>) -> Int? {
  floats.withUnsafeBufferPointer { buffer in
    // The product with 0 is 0 for every finite number, and not a number for the others; one sum
    // over a block tells whether the block is worth a closer look.
    var start = 0
    while start < buffer.count {
      let end = min(start &+ 4096, buffer.count)
      var sums = Vector(0)
      var i = start
      if let base = buffer.baseAddress {
        while i &+ 8 <= end {
          sums += loadVector(base + i) * Vector(0)
          i &+= 8
        }
      }
      var total = sums.sum()
      while i < end {
        total += buffer[i] * 0
        i &+= 1
      }
      if total != 0 {
        for j in start..<end where !buffer[j].isFinite { return j }
      }
      start = end
    }
    return nil
  }
}

/// Turns `[channels, positions]` into `[positions, channels]`: one filter from planar to
/// channels-last order.
package func channelsLast(
  _ planar: borrowing Span<Float>, channels: Int, positions: Int,
  into result: inout MutableSpan<Float>, at offset: Int
) {
  precondition(
    channels * positions <= planar.count && offset >= 0
      && offset + channels * positions <= result.count)
  planar.withUnsafeBufferPointer { source in
    result.withUnsafeMutableBufferPointer { target in
      guard let from = source.baseAddress, let to = target.baseAddress else { return }
      let out = to + offset
      if positions == 1 {
        out.update(from: from, count: channels)
        return
      }
      for channel in 0..<channels {
        for position in 0..<positions {
          out[position &* channels &+ channel] = from[channel &* positions &+ position]
        }
      }
    }
  }
}
