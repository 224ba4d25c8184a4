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
