import TensorKernels

extension YOLOv5Builder {
  /// The numbers of a Conv2d.
  mutating func convolution(_ module: ModuleRecord) throws(ModelFormatError) -> Convolution {
    let (window, groups) = try window(module)
    let sizes = 1...1_000_000
    let inputs = try module.integer("in_channels")
    let filters = try module.integer("out_channels")
    guard sizes.contains(inputs), sizes.contains(filters), inputs % groups == 0,
      filters % groups == 0
    else {
      throw module.failure(
        "\(inputs) channels and \(filters) filters in \(groups) groups",
        expected: "numbers that the groups divide")
    }
    let channels = inputs / groups
    let planar = try module.requiredTensor(
      "weight", [filters, channels, window.kernelHeight, window.kernelWidth])
    let bias = try module.tensor("bias") == nil ? nil : try module.requiredTensor("bias", [filters])
    try count(planar.count + (bias?.count ?? 0), module)
    return Convolution(
      window: window, groups: groups, filters: filters, channels: channels,
      weights: WeightTensor(
        Self.channelsLast(planar, filters: filters, channels: channels, area: window.area)),
      bias: bias.map { WeightTensor($0) } ?? WeightTensor(zeros: filters))
  }

  private func window(
    _ module: ModuleRecord
  ) throws(ModelFormatError) -> (WindowGeometry, groups: Int) {
    let kernel = try module.pair("kernel_size", in: 1...1024)
    let stride = try module.pair("stride", default: 1, in: 1...1024)
    let dilation = try module.pair("dilation", default: 1, in: 1...1024)
    guard dilation.rows == dilation.columns else {
      throw module.failure("unequal dilations", expected: "the same for rows and columns")
    }
    let padding = try module.pair("padding", default: 0, in: 0...4096)
    if let mode = module.attribute("padding_mode")?.string, mode != "zeros" {
      throw module.failure("padding by \(shortened(mode))", expected: "zeros")
    }
    let groups = try module.integer("groups", default: 1)
    guard (1...1_000_000).contains(groups) else {
      throw module.failure("\(groups) groups", expected: "1 or more")
    }
    return (
      WindowGeometry(
        kernelHeight: kernel.rows, kernelWidth: kernel.columns, strideY: stride.rows,
        strideX: stride.columns, dilation: dilation.rows, paddingTop: padding.rows,
        paddingLeft: padding.columns), groups
    )
  }

  /// Filters from `[filters, channels, positions]` to `[filters, positions, channels]`.
  private static func channelsLast(
    _ planar: [Float], filters: Int, channels: Int, area: Int
  ) -> FloatStorage {
    let storage = FloatStorage(zeros: planar.count)
    let perFilter = channels * area
    storage.withMutableSpan { to in
      for filter in 0..<filters {
        TensorKernels.channelsLast(
          planar.span.extracting(filter * perFilter..<(filter + 1) * perFilter),
          channels: channels, positions: area, into: &to, at: filter * perFilter)
      }
    }
    return storage
  }

  /// The numbers of a BatchNorm2d; its epsilon is what the module says.
  mutating func normalization(_ module: ModuleRecord) throws(ModelFormatError) -> BatchNormalization
  {
    let channels = try module.integer("num_features")
    guard (1...1_000_000).contains(channels) else {
      throw module.failure("\(channels) channels", expected: "1…1000000")
    }
    guard let epsilon = module.attribute("eps")?.double, (0...1).contains(epsilon) else {
      throw module.failure("no usable eps", expected: "a number in 0…1")
    }
    let variance = try module.requiredTensor("running_var", [channels])
    guard variance.allSatisfy({ $0 >= 0 }) else {
      throw module.failure("a negative variance", expected: "what training gives")
    }
    try count(4 * channels, module)
    let hasAffine = try module.tensor("weight") != nil
    return BatchNormalization(
      mean: try module.requiredTensor("running_mean", [channels]), variance: variance,
      scale: hasAffine
        ? try module.requiredTensor("weight", [channels]) : [Float](repeating: 1, count: channels),
      bias: hasAffine
        ? try module.requiredTensor("bias", [channels]) : [Float](repeating: 0, count: channels),
      epsilon: .underRoot(Float(epsilon)))
  }

  /// Focus: the four pixels of each block become channels, then a convolution.
  ///
  /// The same as one convolution of twice the window, stride and padding over the picture itself:
  /// its weight at `(2 ky + dy, 2 kx + dx, c)` is Focus's at `(ky, kx)` and channel
  /// `(2 dx + dy) C + c`, in the order in which Focus takes the four pixels.
  mutating func focus(
    _ module: ModuleRecord, _ input: Network.Source, _ depth: Int
  ) throws(ModelFormatError) -> Network.Source {
    let block = try module.requiredChild("conv")
    let inner = try convolution(try block.requiredChild("conv"))
    let (window, channels) = (inner.window, inner.channels / 4)
    guard inner.groups == 1, inner.channels % 4 == 0, window.dilation == 1 else {
      throw module.failure("a Focus of groups or holes", expected: "a plain convolution")
    }
    let wide = WindowGeometry(
      kernelHeight: 2 * window.kernelHeight, kernelWidth: 2 * window.kernelWidth,
      strideY: 2 * window.strideY, strideX: 2 * window.strideX, paddingTop: 2 * window.paddingTop,
      paddingLeft: 2 * window.paddingLeft)
    let storage = FloatStorage(zeros: inner.weights.count)
    inner.weights.storage.withSpan { from in
      storage.withMutableSpan { to in
        for place in 0..<inner.weights.count {
          // `to` is [filters, 2 kernelHeight, 2 kernelWidth, channels].
          let (pixel, c) = place.quotientAndRemainder(dividingBy: channels)
          let (row, x) = pixel.quotientAndRemainder(dividingBy: wide.kernelWidth)
          let (filter, y) = row.quotientAndRemainder(dividingBy: wide.kernelHeight)
          let quarter = 2 * (x % 2) + y % 2
          let position = (filter * window.kernelHeight + y / 2) * window.kernelWidth + x / 2
          to[place] = from[position * inner.channels + quarter * channels + c]
        }
      }
    }
    let shape = network.shape(of: input)
    guard shape.width % 2 == 0, shape.height % 2 == 0 else {
      throw module.failure("an input of \(shape)", expected: "even sides")
    }
    var output = try append(
      .convolution(
        Convolution(
          window: wide, groups: 1, filters: inner.filters, channels: channels,
          weights: WeightTensor(storage), bias: inner.bias)), [input], module)
    for name in ["bn", "act"] {
      if let child = block.child(name) { output = try build(child, [output], depth: depth + 1) }
    }
    return output
  }

  /// ConvTranspose2d: zeros between the pixels, then a convolution with the filters turned round.
  mutating func transposedConvolution(
    _ module: ModuleRecord, _ input: Network.Source
  ) throws(ModelFormatError) -> Network.Source {
    let (window, groups) = try window(module)
    let extra = try module.pair("output_padding", default: 0, in: 0...1024)
    let inputs = try module.integer("in_channels")
    let filters = try module.integer("out_channels")
    guard (1...1_000_000).contains(inputs), (1...1_000_000).contains(filters),
      inputs % groups == 0, filters % groups == 0, window.dilation == 1,
      window.strideX == window.strideY, extra.rows == extra.columns,
      window.paddingTop < window.kernelHeight, window.paddingLeft < window.kernelWidth
    else {
      throw module.failure(
        "an unusual transposed convolution", expected: "equal strides, no holes")
    }
    let (channels, perGroup) = (inputs / groups, filters / groups)
    let (height, width) = (window.kernelHeight, window.kernelWidth)
    // [inputs, filters of the group, height, width] in the file.
    let planar = try module.requiredTensor("weight", [inputs, perGroup, height, width])
    let bias = try module.tensor("bias") == nil ? nil : try module.requiredTensor("bias", [filters])
    try count(planar.count + (bias?.count ?? 0), module)
    var turned = [Float](repeating: 0, count: planar.count)
    for place in planar.indices {
      let (pixel, c) = place.quotientAndRemainder(dividingBy: channels)
      let (row, x) = pixel.quotientAndRemainder(dividingBy: width)
      let (filter, y) = row.quotientAndRemainder(dividingBy: height)
      let (group, local) = filter.quotientAndRemainder(dividingBy: perGroup)
      let from = ((group * channels + c) * perGroup + local) * height + (height - 1 - y)
      turned[place] = planar[from * width + (width - 1 - x)]
    }
    let stuffed = try append(
      .zeroStuffing(stride: window.strideX, extra: extra.rows), [input], module)
    let turnedWindow = WindowGeometry(
      kernelHeight: height, kernelWidth: width, paddingTop: height - 1 - window.paddingTop,
      paddingLeft: width - 1 - window.paddingLeft)
    return try append(
      .convolution(
        Convolution(
          window: turnedWindow, groups: groups, filters: filters, channels: channels,
          weights: WeightTensor(turned),
          bias: bias.map { WeightTensor($0) } ?? WeightTensor(zeros: filters))), [stuffed], module)
  }
}
