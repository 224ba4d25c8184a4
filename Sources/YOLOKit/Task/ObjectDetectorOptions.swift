/// What an ``ObjectDetector`` looks for and how.
public struct ObjectDetectorOptions: Sendable {
  /// The lowest score that is reported, 0…1, exclusive; nil keeps the model's own (Darknet: 0.5).
  public var scoreThreshold: Float? = nil
  /// Two boxes whose intersection over union is greater than this are one object, 0…1.
  public var overlapThreshold: Float = 0.45
  /// Whether boxes of different classes suppress each other as well.
  public var isClassAgnostic = false
  /// The most detections to report, best first; negative for all. 0 is refused.
  public var maxResults = -1
  /// Report only classes with these names; empty for all.
  public var categoryAllowlist: [String] = []
  /// Never report classes with these names. Excludes ``categoryAllowlist``.
  public var categoryDenylist: [String] = []
  /// How the picture is fitted into the network's input.
  public var resizePolicy = ResizePolicy.automatic
  /// Whether boxes are cut at the picture's edges (and dropped where nothing is left).
  public var clipsBoxes = true
  /// How many threads share the work; nil for one per processor that this process may use.
  public var threads: Int? = nil

  /// Makes the default options.
  public init() {}
}
