/// A network with its weights and the names of its classes, ready for an ``ObjectDetector``.
///
/// Immutable and `Sendable`: load it once and share it. Copies share the weights. Every way to make one
/// throws ``ModelFormatError`` where a file cannot be read or used.
///
/// ```swift
/// let tiny = try Model(
///   configurationPath: "yolov3-tiny.cfg", weightsPath: "yolov3-tiny.weights",
///   namesPath: "coco.names")
/// let small = try Model(checkpointPath: "yolov5s.pt")
/// ```
public struct Model: Sendable {
  /// The names of the classes, in the order of the network's outputs.
  public let labels: ClassLabels
  /// What is inside.
  public let summary: ModelSummary
  /// What was odd about the files but did not stop them from being used.
  public let warnings: [String]
  /// How pictures are resized where the options leave it to the model: letterbox, stretch or
  /// rectangle.
  public var resizePolicy: ResizePolicy { conventions.resizePolicy }
  /// The score that a detection must exceed where the options leave it to the model, 0…1.
  public var scoreThreshold: Float { conventions.scoreThreshold }
  /// The network, fused.
  let network: Network
  /// How the model's own program makes inputs and reads outputs.
  let conventions: InputConventions

  /// Makes a model of its parts; the network is fused here.
  ///
  /// Weights change in place while fusing, unless somebody else still holds them.
  init(
    network: consuming Network, labels: ClassLabels, summary: ModelSummary, warnings: [String],
    conventions: InputConventions
  ) {
    self.labels = labels
    self.summary = summary
    self.warnings = warnings
    self.conventions = conventions
    network.fuse()
    self.network = network
  }
}
