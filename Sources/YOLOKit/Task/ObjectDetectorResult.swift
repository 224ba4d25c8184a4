/// What one picture held.
public struct ObjectDetectorResult: Sendable {
  /// The objects, highest score first; empty when there are none.
  public var detections: [Detection]
  /// How the picture was fitted into the network's input; never ``ResizePolicy/automatic``.
  public var resizePolicy: ResizePolicy
  /// How long each stage took.
  public var timing: StageTiming
  /// Boxes dropped because an edge or score was not a finite number; 0 for a sound model.
  public var nonFiniteCandidates: Int
}

/// Seconds that each stage of one detection took.
public struct StageTiming: Sendable, Hashable {
  /// Picture to network input, in seconds.
  public var preprocess: Double = 0
  /// Network input to raw heads, in seconds; a new input size is planned before.
  public var network: Double = 0
  /// Raw heads to detections (decode and suppression), in seconds.
  public var postprocess: Double = 0

  /// Makes a timing of three stages, in seconds.
  public init(preprocess: Double = 0, network: Double = 0, postprocess: Double = 0) {
    self.preprocess = preprocess
    self.network = network
    self.postprocess = postprocess
  }
}
