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

  /// `[reorg]`: Darknet's own way to trade pixels for channels.
  mutating func reorg(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let stride = try reorgStride(&section)
    let isReverse = try section.flag("reverse")
    if try section.flag("extra") {
      throw .unsupported(
        section.place("extra"), what: "[reorg] with extra",
        remedy: "Only stride, reverse and flatten are.")
    }
    if try section.flag("flatten") {
      return try reordered(
        section, isReverse ? .flattenReverse(stride: stride) : .flatten(stride: stride))
    }
    return try reordered(
      section, isReverse ? .reorgReverse(stride: stride) : .reorg(stride: stride))
  }

  /// `[reorg3d]`: blocks of `s` by `s` pixels become channels, block position first.
  mutating func reorg3D(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let stride = try reorgStride(&section)
    guard try !section.flag("reverse") else {
      throw .unsupported(
        section.place("reverse"), what: "[reorg3d] with reverse=1", remedy: "Only reverse=0 is.")
    }
    return try reordered(section, .blocksToChannels(stride: stride))
  }

  private mutating func reorgStride(_ section: inout SectionReader) throws(ModelFormatError) -> Int
  {
    let stride = try section.integer("stride", default: 1, in: 1...256)
    settings = "/ \(stride)"
    return stride
  }

  /// Adds a reordering of the layer before.
  private mutating func reordered(
    _ section: SectionReader, _ reordering: Reordering
  ) throws(ModelFormatError) -> Network.Source {
    guard let output = reordering.outputShape(previousShape) else {
      throw section.invalid("stride", expected: "a stride that divides the map of \(previousShape)")
    }
    try check(output)
    try reserve(output.count)
    return try append(.reordering(reordering), [contiguousPrevious()], output)
  }
}
