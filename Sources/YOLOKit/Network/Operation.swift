import TensorKernels

/// What a node of a network does with its inputs.
///
/// Every operation maps `[height, width, channels]` maps to one such map. Importers use only these,
/// executors know how to run each of them, and neither knows the other.
enum Operation: Sendable {
  /// Slides filters over the map.
  case convolution(Convolution)
  /// Scales and shifts every channel by the statistics of training.
  case batchNormalization(BatchNormalization)
  /// Applies a function to every number.
  case activation(Activation)
  /// Makes the channels of each pixel share a sum.
  case channelNormalization(ChannelNormalization)
  /// The largest number in a sliding window.
  case maximumPool(WindowGeometry)
  /// The mean of the numbers in a sliding window that lie inside the map.
  case averagePool(WindowGeometry)
  /// The mean of each channel over the whole map: `[1, 1, channels]`.
  case globalAveragePool
  /// The largest of every n-th channel, for that many channels.
  case channelMaximumPool(channels: Int)
  /// The channels of all inputs side by side.
  case concatenation
  /// A range of the channels.
  case channelSlice(Range<Int>)
  /// The sum of the inputs, shaped like the first one.
  case addition(Addition)
  /// The first input times the second: one factor for each number, each channel
  /// (`[1, 1, channels]`) or each pixel (`[height, width, 1]`).
  case multiplication
  /// Repeats every pixel in both directions.
  case upsample(factor: Int, scale: Float)
  /// Spreads the pixels `stride` apart and fills the gaps, and `extra` rows and columns at the bottom
  /// and right, with 0: the first half of a transposed convolution.
  case zeroStuffing(stride: Int, extra: Int)
  /// Puts the numbers into another order.
  case reordering(Reordering)
  /// Every output number is a weighted sum of all input numbers.
  case connected(Connected)
  /// Softmax over groups of numbers.
  case softmax(groups: Int, temperature: Float)
  /// Hands on its input.
  case identity
}

/// A convolution with its learned numbers.
struct Convolution: Sendable {
  /// How the window slides.
  var window: WindowGeometry
  /// The input's channels are split into this many groups, each with its own filters.
  var groups: Int
  /// How many filters there are, over all groups.
  var filters: Int
  /// How many channels of the input each filter reads: those of its group.
  var channels: Int
  /// `[filters, kernelHeight, kernelWidth, channels]`; empty where only shapes are known.
  var weights: WeightTensor
  /// One number for each filter; empty where only shapes are known.
  var bias: WeightTensor
  /// What is applied to the sum; fused in by ``Network/fuseActivations()``.
  var activation: Activation = .linear
}

/// The statistics of a batch normalisation, one number each for every channel.
///
/// The result is `scale * (x - mean) / deviation + bias`, where the deviation is made from the
/// variance by the program that trained the network.
struct BatchNormalization: Sendable {
  /// Mean of the channel in training.
  var mean: [Float]
  /// Variance of the channel in training; never negative.
  var variance: [Float]
  /// Learned factor.
  var scale: [Float]
  /// Learned shift.
  var bias: [Float]
  /// How the deviation is made from the variance.
  var epsilon: Epsilon

  /// Where a program adds the small number that keeps it from dividing by 0.
  ///
  /// The two Darknet programs differ, which shows in channels of small variance.
  enum Epsilon: Hashable, Sendable {
    /// `sqrt(variance + e)`: PyTorch, and AlexeyAB's Darknet with 0.00001.
    case underRoot(Float)
    /// `sqrt(variance) + e`: the original Darknet with 0.000001.
    case besideRoot(Float)
  }

  /// Factor and shift of each channel: the result is `factor * x + shift`.
  ///
  /// Computed in `Double` and rounded once.
  func factorAndShift(_ channel: Int) -> (factor: Double, shift: Double) {
    let variance = Double(variance[channel])
    let deviation =
      switch epsilon {
      case .underRoot(let e): (variance + Double(e)).squareRoot()
      case .besideRoot(let e): variance.squareRoot() + Double(e)
      }
    let factor = Double(scale[channel]) / deviation
    return (factor, Double(bias[channel]) - Double(mean[channel]) * factor)
  }
}

/// How the inputs of a sum are weighted.
struct Addition: Sendable {
  /// For each input one factor for each channel; empty for a plain sum.
  var weights: [WeightTensor] = []
  /// The factor of the first input where another one is added to it.
  var existingScale: Float = 1
  /// The factor of the other inputs.
  var addedScale: Float = 1
  /// What is applied to the sum.
  var activation: Activation = .linear
}

/// A fully connected layer with its learned numbers.
struct Connected: Sendable {
  /// How many outputs there are.
  var outputs: Int
  /// `[outputs, height, width, channels]` of the input: the order of the map in memory.
  var weights: WeightTensor
  /// One number for each output.
  var bias: WeightTensor
  /// What is applied to the sum.
  var activation: Activation = .linear
}
