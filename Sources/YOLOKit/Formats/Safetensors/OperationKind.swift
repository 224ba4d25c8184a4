/// The words for operations in the graph of a converted model.
enum OperationKind: String {
  case convolution, batchNormalization, activation, channelNormalization, maximumPool, averagePool
  case globalAveragePool, channelMaximumPool, concatenation, channelSlice, addition, multiplication
  case upsample, zeroStuffing, reordering, connected, softmax, identity

  /// The word for an operation.
  init(_ operation: Operation) {
    self =
      switch operation {
      case .convolution: .convolution
      case .batchNormalization: .batchNormalization
      case .activation: .activation
      case .channelNormalization: .channelNormalization
      case .maximumPool: .maximumPool
      case .averagePool: .averagePool
      case .globalAveragePool: .globalAveragePool
      case .channelMaximumPool: .channelMaximumPool
      case .concatenation: .concatenation
      case .channelSlice: .channelSlice
      case .addition: .addition
      case .multiplication: .multiplication
      case .upsample: .upsample
      case .zeroStuffing: .zeroStuffing
      case .reordering: .reordering
      case .connected: .connected
      case .softmax: .softmax
      case .identity: .identity
      }
  }
}

/// The words for reorderings.
enum ReorderingRule: String {
  case reorg, reorgReverse, flatten, flattenReverse, blocksToChannels, channelsToBlocks

  /// A rule with its stride.
  func reordering(stride: Int) -> Reordering {
    switch self {
    case .reorg: .reorg(stride: stride)
    case .reorgReverse: .reorgReverse(stride: stride)
    case .flatten: .flatten(stride: stride)
    case .flattenReverse: .flattenReverse(stride: stride)
    case .blocksToChannels: .blocksToChannels(stride: stride)
    case .channelsToBlocks: .channelsToBlocks(stride: stride)
    }
  }
}

extension Reordering {
  /// The rule's word and its stride.
  var ruleAndStride: (rule: ReorderingRule, stride: Int) {
    switch self {
    case .reorg(let stride): (.reorg, stride)
    case .reorgReverse(let stride): (.reorgReverse, stride)
    case .flatten(let stride): (.flatten, stride)
    case .flattenReverse(let stride): (.flattenReverse, stride)
    case .blocksToChannels(let stride): (.blocksToChannels, stride)
    case .channelsToBlocks(let stride): (.channelsToBlocks, stride)
    }
  }
}
