import TensorKernels

/// Darknet's names of activations.
enum DarknetActivation {
  /// The function of a name; nil for an unknown one.
  static func activation(named name: String) -> Activation? { table[name] }

  /// The channel normalisation of a name; nil for other names.
  static func normalization(named name: String) -> ChannelNormalization? {
    switch name {
    case "normalize_channels": .positive
    case "normalize_channels_softmax": .softmax
    case "normalize_channels_softmax_maxval": .softmaxOfDifference
    default: nil
    }
  }

  /// All names.
  static let names =
    (Array(table.keys) + [
      "normalize_channels", "normalize_channels_softmax", "normalize_channels_softmax_maxval",
    ]).sorted()

  private static let table: [String: Activation] = [
    "linear": .linear, "leaky": .leaky(slope: 0.1), "revleaky": .leaky(slope: 0.1),
    "relie": .leaky(slope: 0.01), "relu": .relu, "relu6": .relu6, "logistic": .logistic,
    "loggy": .loggy, "tanh": .tanh, "swish": .swish, "silu": .swish, "mish": .mish,
    "hard_mish": .hardMish, "elu": .elu, "selu": .selu, "gelu": .gelu, "ramp": .ramp,
    "plse": .plse, "hardtan": .hardTanh, "lhtan": .leakyHardTanh, "stair": .stair,
  ]
}
