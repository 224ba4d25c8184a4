import TensorKernels

/// The words for activations; only a leaky one has a number, its slope.
enum ActivationWord: String {
  case linear, leaky, relu, relu6, logistic, loggy, tanh, swish, mish, hardMish, hardSwish, elu
  case selu, gelu, ramp, plse, hardTanh, leakyHardTanh, stair

  /// The function; the slope is for ``leaky`` alone.
  func activation(slope: Float) -> Activation {
    switch self {
    case .linear: .linear
    case .leaky: .leaky(slope: slope)
    case .relu: .relu
    case .relu6: .relu6
    case .logistic: .logistic
    case .loggy: .loggy
    case .tanh: .tanh
    case .swish: .swish
    case .mish: .mish
    case .hardMish: .hardMish
    case .hardSwish: .hardSwish
    case .elu: .elu
    case .selu: .selu
    case .gelu: .gelu
    case .ramp: .ramp
    case .plse: .plse
    case .hardTanh: .hardTanh
    case .leakyHardTanh: .leakyHardTanh
    case .stair: .stair
    }
  }

  /// The word for a function.
  init(_ activation: Activation) {
    self =
      switch activation {
      case .linear: .linear
      case .leaky: .leaky
      case .relu: .relu
      case .relu6: .relu6
      case .logistic: .logistic
      case .loggy: .loggy
      case .tanh: .tanh
      case .swish: .swish
      case .mish: .mish
      case .hardMish: .hardMish
      case .hardSwish: .hardSwish
      case .elu: .elu
      case .selu: .selu
      case .gelu: .gelu
      case .ramp: .ramp
      case .plse: .plse
      case .hardTanh: .hardTanh
      case .leakyHardTanh: .leakyHardTanh
      case .stair: .stair
      }
  }
}

/// The words for channel normalisations.
enum ChannelNormalizationWord: String {
  case positive, softmax, softmaxOfDifference, euclidean

  /// The rule.
  var normalization: ChannelNormalization {
    switch self {
    case .positive: .positive
    case .softmax: .softmax
    case .softmaxOfDifference: .softmaxOfDifference
    case .euclidean: .euclidean
    }
  }

  /// The word for a rule.
  init(_ normalization: ChannelNormalization) {
    self =
      switch normalization {
      case .positive: .positive
      case .softmax: .softmax
      case .softmaxOfDifference: .softmaxOfDifference
      case .euclidean: .euclidean
      }
  }
}
