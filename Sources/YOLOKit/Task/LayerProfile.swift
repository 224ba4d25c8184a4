/// How long one layer of a network takes.
public struct LayerProfile: Sendable, Hashable {
  /// The layer's number in the file, from 0.
  public let layer: Int
  /// The layer's name in the file, like `convolutional` or `C3`.
  public let kind: String
  /// Its settings in short: `32 filters 3x3 / 2, leaky`.
  public let settings: String
  /// What it hands on, `[height, width, channels]`.
  public let outputShape: FeatureShape
  /// What is really computed for it, in order, each in a word or two: `convolution`, `pooling`.
  public let steps: [String]
  /// The median over all runs, in seconds.
  public let seconds: Double
  /// Operations for one picture, a multiplication and an addition counted as two; 0 where the layer
  /// moves numbers only.
  public let floatingPointOperations: Int

  /// Operations a second.
  public var operationsPerSecond: Double {
    seconds > 0 ? Double(floatingPointOperations) / seconds : 0
  }
}
