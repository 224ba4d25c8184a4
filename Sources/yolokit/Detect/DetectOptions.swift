import CommandLineKit
import ModelLookup
import YOLOKit

/// What `yolokit detect` is to do.
struct DetectOptions: Sendable {
  /// How results are written.
  enum Format: Sendable {
    /// Lines for a person.
    case text
    /// One JSON object for all pictures.
    case json
    /// One JSON object a line, each as soon as its picture is done.
    case jsonLines
  }

  /// The model.
  let model: ModelOptions
  /// Pictures, folders, patterns, `-`.
  let operands: [SystemPath]
  /// Whether paths in the list on standard input end with a zero byte.
  let listEndsWithZero: Bool
  /// How pictures are read.
  let reading: PictureReader
  /// Thresholds and the like; the classes are filled in when the model is known.
  let detector: ObjectDetectorOptions
  /// The only classes to report; no words for all.
  let allowed: ClassSelection
  /// The classes not to report.
  let denied: ClassSelection
  /// How results are written.
  let format: Format
  /// Where results are written; nil for standard output.
  let output: SystemPath?
  /// Where copies with boxes go.
  let annotationFolder: SystemPath?
  /// Whether to tell how long each stage took.
  let showsTiming: Bool

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw .missingOperand(
        expected: "pictures, folders, patterns in quotes, or - for a list on standard input; "
          + "for example: yolokit detect street.jpg")
    }
    try arguments.refuse("json", with: "jsonl", because: "both say how results are written")
    try arguments.refuse(
      "classes", with: "exclude-classes", because: "one names what to report, the other what not")
    model = try ModelOptions(arguments)
    operands = arguments.operands
    listEndsWithZero = arguments.hasFlag("null")
    reading = try PictureReader(arguments)
    detector = try Self.detector(arguments)
    allowed = try ClassSelection(option: "--classes", words: arguments.list("classes"))
    denied = try ClassSelection(
      option: "--exclude-classes", words: arguments.list("exclude-classes"))
    format =
      arguments.hasFlag("json") ? .json : arguments.hasFlag("jsonl") ? .jsonLines : .text
    output = try arguments.path("output")
    annotationFolder = try arguments.path("annotate")
    showsTiming = arguments.hasFlag("timing")
  }

  private static func detector(
    _ arguments: ScannedArguments
  ) throws(UsageError) -> ObjectDetectorOptions {
    var options = ObjectDetectorOptions()
    options.scoreThreshold = try arguments.number("threshold", in: 0...1).map { Float($0) }
    if let overlap = try arguments.number("iou", in: 0...1) {
      options.overlapThreshold = Float(overlap)
    }
    options.isClassAgnostic = arguments.hasFlag("agnostic")
    if let most = try arguments.integer("max-results", in: 1...Int.max) {
      options.maxResults = most
    }
    if let policy = try arguments.choice("resize", of: ResizePolicy.self) {
      options.resizePolicy = policy
    }
    options.clipsBoxes = !arguments.hasFlag("no-clip")
    options.threads = try arguments.integer("threads", in: 1...ObjectDetectorOptions.threadLimit)
    return options
  }

  /// The detector's options for a model.
  ///
  /// - Throws: `UsageError` when a class is named that the model does not have.
  func detectorOptions(for labels: ClassLabels) throws(UsageError) -> ObjectDetectorOptions {
    var options = detector
    options.categoryAllowlist = try allowed.names(in: labels)
    options.categoryDenylist = try denied.names(in: labels)
    return options
  }
}
