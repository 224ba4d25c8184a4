import TensorKernels

extension DarknetBuilder {
  /// `[upsample]`; with a negative stride the sums of blocks.
  mutating func upsample(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source
  {
    let stride = try section.integer("stride", default: 2, in: -1024...1024)
    let scale = try section.number("scale", default: 1, in: -1e6...1e6)
    let input = previousShape
    guard stride < 0 else {
      guard stride > 0 else { throw section.invalid("stride", expected: "1…1024 or -1024…-1") }
      settings = "x \(stride)"
      return try append(
        .upsample(factor: stride, scale: scale), [previous],
        FeatureShape(
          height: input.height * stride, width: input.width * stride, channels: input.channels))
    }
    let block = -stride
    guard input.height % block == 0, input.width % block == 0 else {
      throw section.invalid(
        "stride",
        expected: "minus a divisor of the map's \(input.width) columns and "
          + "\(input.height) rows")
    }
    settings = "/ \(block)"
    let shape = FeatureShape(
      height: input.height / block, width: input.width / block, channels: input.channels)
    let window = WindowGeometry(
      kernelHeight: block, kernelWidth: block, strideY: block, strideX: block)
    let mean = try append(.averagePool(window), [previous], shape)
    return try append(.upsample(factor: 1, scale: scale * Float(block * block)), [mean], shape)
  }

  /// `[reorg]`: Darknet's own way to trade pixels for channels, which YOLOv2 was trained with.
  ///
  /// Its loop reads the flat input as `[c / s², h s, w s]` although it is `[c, h, w]`, gathers
  /// blocks of `s` by `s` from that, and hands on the flat result as `[c s², h / s, w / s]`. With
  /// `reverse` it scatters instead and hands on `[c / s², h s, w s]`.
  mutating func reorg(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let (input, stride) = (previousShape, try reorgStride(&section))
    let isReverse = try section.flag("reverse")
    if try section.flag("extra") {
      throw .unsupported(
        section.place("extra"), what: "[reorg] with extra",
        remedy: "Only stride, reverse and flatten are.")
    }
    let (c, h, w) = (input.channels, input.height, input.width)
    let area = stride * stride
    if try section.flag("flatten") {
      return try flattened(&section, stride: stride, isReverse: isReverse)
    }
    guard c % area == 0 else {
      throw section.invalid("stride", expected: "a stride whose square divides the \(c) channels")
    }
    // The place in the blocked picture that belongs to a flat place of the plain one.
    let blocked = { (channel: Int, row: Int, column: Int) -> Int in
      let (offset, c2) = channel.quotientAndRemainder(dividingBy: c / area)
      let (y, x) = (row * stride + offset / stride, column * stride + offset % stride)
      return x + w * stride * (y + h * stride * c2)
    }
    let output: FeatureShape
    if isReverse {
      output = FeatureShape(height: h * stride, width: w * stride, channels: c / area)
      return try gathered(output) { channel, row, column in
        // Undo `blocked`: which plain place lands here.
        let (j, dy) = row.quotientAndRemainder(dividingBy: stride)
        let (i, dx) = column.quotientAndRemainder(dividingBy: stride)
        let plainChannel = channel + (dy * stride + dx) * (c / area)
        return i + w * (j + h * plainChannel)
      }
    }
    guard h % stride == 0, w % stride == 0 else {
      throw section.invalid("stride", expected: "a divisor of the map's \(w) columns and \(h) rows")
    }
    output = FeatureShape(height: h / stride, width: w / stride, channels: c * area)
    return try gathered(output) { channel, row, column in
      let flat = column + output.width * (row + output.height * channel)
      let (plainChannel, pixel) = flat.quotientAndRemainder(dividingBy: h * w)
      return blocked(plainChannel, pixel / w, pixel % w)
    }
  }

  /// `[reorg]` with `flatten`: the numbers pixel by pixel (or, in reverse, channel by channel), read
  /// as a map of another shape.
  private mutating func flattened(
    _ section: inout SectionReader, stride: Int, isReverse: Bool
  ) throws(ModelFormatError) -> Network.Source {
    let input = previousShape
    let (c, pixels, area) = (input.channels, input.pixels, stride * stride)
    guard isReverse ? c % area == 0 : input.height % stride == 0 && input.width % stride == 0 else {
      throw section.invalid("stride", expected: "a stride that divides the map of \(input)")
    }
    let output =
      isReverse
      ? FeatureShape(height: input.height * stride, width: input.width * stride, channels: c / area)
      : FeatureShape(height: input.height / stride, width: input.width / stride, channels: c * area)
    return try gathered(output) { channel, row, column in
      let flat = column + output.width * (row + output.height * channel)
      return isReverse ? flat % pixels * c + flat / pixels : flat % c * pixels + flat / c
    }
  }

  /// `[reorg3d]`: blocks of `s` by `s` pixels become channels, block position first.
  mutating func reorg3D(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let (input, stride) = (previousShape, try reorgStride(&section))
    guard try !section.flag("reverse") else {
      throw .unsupported(
        section.place("reverse"), what: "[reorg3d] with reverse=1", remedy: "Only reverse=0 is.")
    }
    let (c, h, w) = (input.channels, input.height, input.width)
    guard h % stride == 0, w % stride == 0 else {
      throw section.invalid("stride", expected: "a divisor of the map's \(w) columns and \(h) rows")
    }
    let output = FeatureShape(
      height: h / stride, width: w / stride, channels: c * stride * stride)
    return try gathered(output) { channel, row, column in
      let (block, plainChannel) = channel.quotientAndRemainder(dividingBy: c)
      let (y, x) = (row * stride + block / stride, column * stride + block % stride)
      return x + w * (y + h * plainChannel)
    }
  }

  private mutating func reorgStride(_ section: inout SectionReader) throws(ModelFormatError) -> Int
  {
    let stride = try section.integer("stride", default: 1, in: 1...256)
    settings = "/ \(stride)"
    return stride
  }

  /// Adds a reordering of the layer before.
  private mutating func gathered(
    _ output: FeatureShape, from source: (Int, Int, Int) -> Int
  ) throws(ModelFormatError) -> Network.Source {
    try check(output)
    try reserve(output.count)
    let before = try contiguousPrevious()
    guard self.source != nil else {
      return try append(.gather(GatherTable()), [before], output)
    }
    let table = GatherTable(input: previousShape, output: output, source: source)
    return try append(.gather(table), [before], output)
  }
}
