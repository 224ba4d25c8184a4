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
