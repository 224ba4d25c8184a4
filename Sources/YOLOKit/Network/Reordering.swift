/// Rules that put the numbers of a map into another order, as Darknet and YOLOv5 know them.
///
/// A rule is kept rather than its result, so that it holds for any input size and can be written to a
/// file.
enum Reordering: Hashable, Sendable {
  /// Darknet's `[reorg]`, which YOLOv2 was trained with.
  ///
  /// Its loop reads the flat input as `[c / s², h s, w s]` although it is `[c, h, w]`, gathers blocks
  /// of `s` by `s` from that, and hands on the flat result as `[c s², h / s, w / s]`.
  case reorg(stride: Int)
  /// Darknet's `[reorg]` with `reverse`: scatters instead and hands on `[c / s², h s, w s]`.
  case reorgReverse(stride: Int)
  /// Darknet's `[reorg]` with `flatten`: the numbers pixel by pixel, read as `[c s², h / s, w / s]`.
  case flatten(stride: Int)
  /// The same with `reverse`: channel by channel, read as `[c / s², h s, w s]`.
  case flattenReverse(stride: Int)
  /// Darknet's `[reorg3d]` and YOLOv5's Contract: blocks of `s` by `s` pixels become channels, block
  /// position first.
  case blocksToChannels(stride: Int)
  /// YOLOv5's Expand, the way back: `[c / s², h s, w s]`.
  case channelsToBlocks(stride: Int)

  /// The output's shape; nil where the stride does not divide the input.
  func outputShape(_ input: FeatureShape) -> FeatureShape? {
    let (h, w, c) = (input.height, input.width, input.channels)
    switch self {
    case .reorg(let s), .flatten(let s), .blocksToChannels(let s):
      guard h % s == 0, w % s == 0 else { return nil }
      if case .reorg = self, c % (s * s) != 0 { return nil }
      return FeatureShape(height: h / s, width: w / s, channels: c * s * s)
    case .reorgReverse(let s), .flattenReverse(let s), .channelsToBlocks(let s):
      guard c % (s * s) == 0 else { return nil }
      return FeatureShape(height: h * s, width: w * s, channels: c / (s * s))
    }
  }

  /// For each output number, in channels-last order, where it stands in the channels-last input.
  ///
  /// - Parameters:
  ///   - input: The input's shape.
  ///   - output: The output's shape, from ``outputShape(_:)``.
  /// - Returns: The places; each is smaller than the input's count.
  func table(input: FeatureShape, output: FeatureShape) -> [Int32] {
    var table: [Int32] = []
    table.reserveCapacity(output.count)
    for row in 0..<output.height {
      for column in 0..<output.width {
        for channel in 0..<output.channels {
          let planar = source(channel, row, column, input, output)
          precondition(planar >= 0 && planar < input.count, "reordering leaves the map")
          let (inputChannel, pixel) = planar.quotientAndRemainder(dividingBy: input.pixels)
          table.append(Int32(pixel * input.channels + inputChannel))
        }
      }
    }
    return table
  }

  /// Where an output number comes from, as a place in the planar input `[c, h, w]`.
  private func source(
    _ channel: Int, _ row: Int, _ column: Int, _ input: FeatureShape, _ output: FeatureShape
  ) -> Int {
    let (w, h, c) = (input.width, input.height, input.channels)
    let flat = column + output.width * (row + output.height * channel)
    switch self {
    case .reorg(let s):
      let (plainChannel, pixel) = flat.quotientAndRemainder(dividingBy: h * w)
      let (offset, c2) = plainChannel.quotientAndRemainder(dividingBy: c / (s * s))
      let (y, x) = (pixel / w * s + offset / s, pixel % w * s + offset % s)
      return x + w * s * (y + h * s * c2)
    case .reorgReverse(let s):
      let plainChannel = channel + (row % s * s + column % s) * (c / (s * s))
      return column / s + w * (row / s + h * plainChannel)
    case .flatten: return flat % c * input.pixels + flat / c
    case .flattenReverse: return flat % input.pixels * c + flat / input.pixels
    case .blocksToChannels(let s):
      let (block, plainChannel) = channel.quotientAndRemainder(dividingBy: c)
      return column * s + block % s + w * (row * s + block / s + h * plainChannel)
    case .channelsToBlocks(let s):
      let plainChannel = (row % s * s + column % s) * output.channels + channel
      return column / s + w * (row / s + h * plainChannel)
    }
  }
}
