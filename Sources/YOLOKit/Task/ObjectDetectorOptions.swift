/// What an ``ObjectDetector`` looks for and how.
public struct ObjectDetectorOptions: Sendable {
  /// The score that a detection must exceed, 0…1; nil keeps the model's own
  /// (Darknet: 0.5, YOLOv5: 0.25).
  public var scoreThreshold: Float?
  /// Two boxes of a class whose intersection over union is greater than this are one object, 0…1.
  public var overlapThreshold: Float = 0.45
  /// Whether boxes of different classes suppress each other as well.
  public var isClassAgnostic = false
  /// The most detections to report, best first.
  ///
  /// Negative for all; 0 is refused, as in MediaPipe.
  public var maxResults = -1
  /// Whether a box is reported for each of its classes above the threshold, or for the best one only.
  ///
  /// Nil for what the model's own program does: Darknet reports each, YOLOv5 the best.
  public var isMultiLabel: Bool?
  /// Report only classes with these names; empty for all.
  public var categoryAllowlist: [String] = []
  /// Never report classes with these names.
  ///
  /// Not together with ``categoryAllowlist``, as in MediaPipe.
  public var categoryDenylist: [String] = []
  /// How the picture is fitted into the network's input.
  ///
  /// The rectangles are only for networks that take any size: YOLOv5's.
  public var resizePolicy = ResizePolicy.automatic
  /// Whether boxes are cut at the picture's edges, and dropped where nothing is left.
  public var clipsBoxes = true
  /// Whether boxes are mapped back by the offsets that the letterbox really had.
  ///
  /// Darknet and YOLOv5 take half of the empty space instead, which is half an input pixel off where
  /// that space is odd, and YOLOv5 the scale before it is rounded to whole pixels. Off, boxes are those that the model's own program prints; on, they are where
  /// the objects are.
  public var undoesExactOffsets = false
  /// How many threads share the work, 1…256; nil for one for each processor that this process may
  /// use.
  public var threads: Int?
  /// What computes the convolutions.
  public var backend = ComputeBackend.automatic

  /// Makes the default options.
  public init() {}
}

extension ObjectDetectorOptions {
  /// The most threads that can be asked for.
  public static let threadLimit = WorkerCrew.threadLimit

  /// Checks the ranges of all numbers.
  func validate(for model: Model) throws(ObjectDetectorError) {
    guard !resizePolicy.isRectangle || model.conventions.sizeMultiple != nil else {
      throw .invalidOption(
        name: "resizePolicy", found: resizePolicy.rawValue,
        expected: "letterbox or stretch: this network takes only its own input size")
    }
    if let scoreThreshold, !(0...1).contains(scoreThreshold) {
      throw .invalidOption(
        name: "scoreThreshold", found: "\(scoreThreshold)", expected: "a number in 0…1")
    }
    guard (0...1).contains(overlapThreshold) else {
      throw .invalidOption(
        name: "overlapThreshold", found: "\(overlapThreshold)", expected: "a number in 0…1")
    }
    guard maxResults != 0 else {
      throw .invalidOption(
        name: "maxResults", found: "0", expected: "a number above 0, or a negative one for all")
    }
    guard categoryAllowlist.isEmpty || categoryDenylist.isEmpty else {
      throw .invalidOption(
        name: "categoryDenylist", found: "given together with categoryAllowlist",
        expected: "only one of the two")
    }
  }

  /// How many threads an option asks for.
  static func threadCount(_ option: Int?) throws(ObjectDetectorError) -> Int {
    guard let option else { return Processors.available }
    guard (1...threadLimit).contains(option) else {
      throw .invalidOption(name: "threads", found: "\(option)", expected: "1…\(threadLimit)")
    }
    return option
  }

  /// For each class of a model whether it is reported.
  func reportedClasses(of model: Model) throws(ObjectDetectorError) -> [Bool] {
    let count = max(
      model.labels.count, model.network.heads.map(\.classCount).max() ?? 0)
    let isAllowlist = !categoryAllowlist.isEmpty
    var isReported = [Bool](repeating: !isAllowlist, count: count)
    for name in isAllowlist ? categoryAllowlist : categoryDenylist {
      // Several classes may share a name.
      let indices = (0..<count).filter { model.labels[$0] == name }
      guard !indices.isEmpty else {
        throw .unknownCategory(name: name, suggestions: model.labels.suggestions(for: name))
      }
      for index in indices { isReported[index] = isAllowlist }
    }
    return isReported
  }
}
