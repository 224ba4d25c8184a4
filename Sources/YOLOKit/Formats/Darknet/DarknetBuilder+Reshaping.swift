import TensorKernels

extension DarknetBuilder {
  /// `[upsample]`.
  mutating func upsample(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let stride = try section.integer("stride", default: 2, in: 1...1024)
    let scale = try section.number("scale", default: 1, in: -1e6...1e6)
    let input = previousShape
    settings = "x \(stride)"
    return append(
      .upsample(factor: stride, scale: scale), [previous],
      FeatureShape(
        height: input.height * stride, width: input.width * stride, channels: input.channels))
  }

  /// `[reorg]`: Darknet's own way to trade pixels for channels, which YOLOv2 was trained with.
  ///
  /// Its loop reads the flat input as `[c / s², h s, w s]` although it is `[c, h, w]`, gathers
  /// blocks of `s` by `s` from that, and hands on the flat result as `[c s², h / s, w / s]`. With
  /// `reverse` it scatters instead and hands on `[c / s², h s, w s]`.
  mutating func reorg(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let (input, stride) = (previousShape, try reorgStride(&section))
    let isReverse = try section.flag("reverse")
    for key in ["flatten", "extra"] where try section.flag(key) {
      throw .unsupported(
        section.place(key), what: "[reorg] with \(key)", remedy: "Only stride and reverse are.")
    }
    let (c, h, w) = (input.channels, input.height, input.width)
    let area = stride * stride
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
      return try gathered(section, output) { channel, row, column in
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
    return try gathered(section, output) { channel, row, column in
      let flat = column + output.width * (row + output.height * channel)
      let (plainChannel, pixel) = flat.quotientAndRemainder(dividingBy: h * w)
      return blocked(plainChannel, pixel / w, pixel % w)
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
    return try gathered(section, output) { channel, row, column in
      let (block, plainChannel) = channel.quotientAndRemainder(dividingBy: c)
      let (y, x) = (row * stride + block / stride, column * stride + block % stride)
      return x + w * (y + h * plainChannel)
    }
  }

  private mutating func reorgStride(_ section: inout SectionReader) throws(ModelFormatError) -> Int {
    let stride = try section.integer("stride", default: 1, in: 1...256)
    settings = "/ \(stride)"
    return stride
  }

  /// Adds a reordering of the layer before.
  private mutating func gathered(
    _ section: SectionReader, _ output: FeatureShape, _ source: (Int, Int, Int) -> Int
  ) throws(ModelFormatError) -> Network.Source {
    guard previousShape.count <= 1 << 26 else {
      throw .invalidValue(
        section.place(), key: "input", found: "\(previousShape)",
        expected: "a map of at most \(1 << 26) numbers")
    }
    let table = GatherTable(input: previousShape, output: output, source: source)
    return append(.gather(table), [previous], output)
  }
}
