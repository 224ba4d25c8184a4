import TensorKernels

/// A function, a scale or a normalisation of each pixel by itself.
struct ElementwiseStep: Step {
  /// What is done to each pixel.
  enum Kind {
    case activation(Activation)
    case channelNormalization(ChannelNormalization)
    case scaleAndShift(scale: WeightTensor, shift: WeightTensor)
  }

  let layer: Int
  let name = "elementwise"
  let kind: Kind
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(to.pixels, cost: to.channels) { pixels in
      switch kind {
      case .activation(let activation):
        copyPixels(from, output: to, pixels: pixels)
        addBiasAndActivate(to, pixels: pixels, bias: nil, activation: activation)
      case .channelNormalization(let normalization):
        copyPixels(from, output: to, pixels: pixels)
        normalizeChannels(to, normalization, pixels: pixels)
      case .scaleAndShift(let scale, let shift):
        TensorKernels.scaleAndShift(
          from, scale: scale.storage.base, shift: shift.storage.base, output: to, pixels: pixels)
      }
    }
  }
}

/// Repeats pixels.
struct UpsampleStep: Step {
  let layer: Int
  let name = "upsample"
  let factor: Int
  let scale: Float
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(to.height, cost: to.width * to.channels) {
      upsampleNearest(from, factor: factor, scale: scale, output: to, rows: $0)
    }
  }
}

/// Spreads pixels apart and fills the gaps with 0.
struct ZeroStuffingStep: Step {
  let layer: Int
  let name = "zero stuffing"
  let stride: Int
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(to.height, cost: to.width * to.channels) {
      stuffZeros(from, stride: stride, output: to, rows: $0)
    }
  }
}

/// Puts numbers into another order.
struct ReorderingStep: Step {
  let layer: Int
  let name = "reordering"
  let table: [Int32]
  let input: Placement
  let output: Placement

  init(layer: Int, reordering: Reordering, input: Placement, output: Placement) {
    self.layer = layer
    self.input = input
    self.output = output
    table = reordering.table(input: input.shape, output: output.shape)
  }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    table.withUnsafeBufferPointer { indices in
      guard let base = indices.baseAddress else { return }
      pool.split(indices.count, cost: 1) { gather(from, indices: base, output: to, range: $0) }
    }
  }
}

/// A fully connected layer: one matrix product with a single row.
struct ConnectedStep: Step {
  let layer: Int
  let name = "connected"
  let connected: Connected
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let count = input.shape.count
    pool.split(connected.outputs, cost: count) { range in
      for output in range {
        to.base[output] = dotProduct(
          from.base, connected.weights.storage.base + output * count, count: count)
      }
    }
    addBiasAndActivate(
      to, pixels: 0..<1, bias: connected.bias.storage.base, activation: connected.activation)
  }
}

/// Softmax over groups of all numbers.
struct SoftmaxStep: Step {
  let layer: Int
  let name = "softmax"
  let groups: Int
  let temperature: Float
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let count = input.shape.count / groups
    for group in 0..<groups {
      softmax(
        from.base + group * count, count: count, temperature: temperature,
        into: to.base + group * count)
    }
  }
}
