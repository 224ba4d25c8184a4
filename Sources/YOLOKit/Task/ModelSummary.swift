/// What is inside a model: layers, shapes, sizes and heads.
public struct ModelSummary: Sendable {
  /// One row for each layer of the file, in file order.
  public var layers: [LayerSummary]
  /// The network's input, `[height, width, channels]`.
  public var inputShape: FeatureShape
  /// Numbers that training learned.
  public var parameterCount: Int
  /// Operations for one picture, a multiplication and an addition counted as two.
  public var floatingPointOperations: Int
  /// How long the `.weights` file has to be, in bytes, header included; for a checkpoint, whose own
  /// length says little, how many bytes its learned numbers take as floats.
  public var expectedWeightBytes: Int
  /// The detection heads, in file order; none for a classifier.
  public var heads: [HeadSummary]
}

/// One layer of a model, as `info` prints it.
public struct LayerSummary: Sendable {
  /// The layer's number in the file, from 0.
  public var index: Int
  /// The layer's name in the file, like `convolutional` or `C3`.
  public var kind: String
  /// Its settings in short: `32 filters 3x3 / 2, leaky`; may be empty.
  public var settings: String
  /// The layers that it reads, by number; -1 is the network's input.
  public var inputs: [Int]
  /// What it hands on, `[height, width, channels]`.
  public var outputShape: FeatureShape
  /// Numbers that training learned.
  public var parameterCount: Int
  /// Operations for one picture, a multiplication and an addition counted as two.
  public var floatingPointOperations: Int
}

/// One detection head of a model.
public struct HeadSummary: Sendable {
  /// The number of the layer in the file, from 0.
  public var layer: Int
  /// The head's name in the file, like `yolo` or `Detect`.
  public var kind: String
  /// How many classes it tells apart.
  public var classCount: Int
  /// The anchors that it uses, in pixels of the network's input; none for `detection`.
  public var anchors: [Anchor]
  /// How many boxes it can give for one picture.
  public var boxCount: Int
}
