import TensorKernels

extension DarknetBuilder {
  /// `[maxpool]`, over a window or, with `maxpool_depth`, over channels.
  mutating func maxpool(_ section: inout SectionReader) throws(ModelFormatError) -> Network.Source {
    let input = previousShape
    if try section.flag("maxpool_depth") {
      let channels = try section.integer("out_channels", default: 1, in: 1...1_000_000)
      guard channels <= input.channels else {
        throw section.invalid("out_channels", expected: "at most the \(input.channels) channels")
      }
      settings = "over channels"
      return try append(
        .channelMaximumPool(channels: channels), [previous],
        FeatureShape(height: input.height, width: input.width, channels: channels))
    }
    let stride = try poolStride(&section)
    let blur = try antialiasing(&section, strideX: stride.x, strideY: stride.y)
    let (window, shape) = try poolWindow(
      &section, strideX: blur == nil ? stride.x : 1, strideY: blur == nil ? stride.y : 1,
      defaultSize: stride.common)
    let output = try append(.maximumPool(window), [previous], shape)
    guard let blur else { return output }
    return try self.blur(output, shape, blur, section).0
  }

  /// `[local_avgpool]`: the mean over a window, of the numbers inside the map.
  mutating func localAveragePool(_ section: inout SectionReader) throws(ModelFormatError)
    -> Network.Source
  {
    let stride = try poolStride(&section)
    let (window, shape) = try poolWindow(
      &section, strideX: stride.x, strideY: stride.y, defaultSize: stride.common)
    return try append(.averagePool(window), [previous], shape)
  }

  /// `[avgpool]`: the mean over the whole map.
  mutating func averagePool() throws(ModelFormatError) -> Network.Source {
    operations = previousShape.count
    return try append(
      .globalAveragePool, [previous],
      FeatureShape(height: 1, width: 1, channels: previousShape.channels))
  }

  private func poolStride(
    _ section: inout SectionReader
  ) throws(ModelFormatError) -> (x: Int, y: Int, common: Int) {
    let stride = try section.integer("stride", default: 1, in: 1...1024)
    let x = try section.integer("stride_x", default: stride, in: 1...1024)
    let y = try section.integer("stride_y", default: stride, in: 1...1024)
    return (x, y, stride)
  }

  /// Darknet's arithmetic: `padding` is for both sides together, and by default `size - 1`; the
  /// smaller half of it lies at the top and left.
  private mutating func poolWindow(
    _ section: inout SectionReader, strideX: Int, strideY: Int, defaultSize: Int
  ) throws(ModelFormatError) -> (WindowGeometry, FeatureShape) {
    let size = try section.integer("size", default: defaultSize, in: 1...4096)
    let padding = try section.integer("padding", default: size - 1, in: 0...8192)
    let input = previousShape
    let window = WindowGeometry(
      kernelHeight: size, kernelWidth: size, strideY: strideY, strideX: strideX,
      paddingTop: padding / 2, paddingLeft: padding / 2, paddingBottom: padding - padding / 2,
      paddingRight: padding - padding / 2)
    let shape = FeatureShape(
      height: try windowOutput(
        input.height, padding: padding, kernel: size, stride: strideY, section),
      width: try windowOutput(
        input.width, padding: padding, kernel: size, stride: strideX, section),
      channels: input.channels)
    try check(shape)
    operations = CheckedArithmetic.product(shape.count, window.area) ?? .max
    settings =
      "\(size)x\(size) / \(strideX)" + (strideX == strideY ? "" : "x\(strideY)")
      + (padding == size - 1 ? "" : ", padding \(padding)")
    return (window, shape)
  }
}
