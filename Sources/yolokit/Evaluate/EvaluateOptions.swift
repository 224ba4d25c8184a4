import CommandLineKit
import ModelLookup
import YOLOKit

/// What `yolokit evaluate` is to do.
struct EvaluateOptions: Sendable {
  /// The model.
  let model: ModelOptions
  /// A folder, a list, a pattern, a picture, or `-`.
  let images: SystemPath
  /// A COCO file or a folder of YOLO files.
  let labels: SystemPath
  /// How to measure.
  let method: EvaluationMethod.Choice
  /// Whether paths in the list on standard input end with a zero byte.
  let listEndsWithZero: Bool
  /// How pictures are read.
  let reading: PictureReader
  /// Whether pictures that cannot be read are left out without failing.
  let skipsUnreadable: Bool
  /// Where results are written; nil for standard output.
  let output: SystemPath?
  /// Where the precision-recall picture goes.
  let plot: SystemPath?
  /// Whether results are JSON.
  let isJSON: Bool
  /// Whether the text has a table of classes.
  let showsClasses: Bool
  private let threshold: Float
  private let overlapThreshold: Float?
  private let detectionLimit: Int?
  private let resizePolicy: ResizePolicy
  private let threads: Int?

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    let example = "; for example: yolokit evaluate --images val2017 --labels instances_val2017.json"
    if let operand = arguments.operands.first {
      throw .unexpectedOperand(
        found: operand.description, expected: "pictures after --images\(example)")
    }
    guard let images = try arguments.path("images") else {
      throw .missingOperand(expected: "--images with pictures\(example)")
    }
    self.images = images
    guard let labels = try arguments.path("labels") else {
      throw .missingOperand(expected: "--labels with a JSON file or a folder\(example)")
    }
    self.labels = labels
    model = try ModelOptions(arguments)
    method = try arguments.choice("method", of: EvaluationMethod.Choice.self) ?? .automatic
    listEndsWithZero = arguments.hasFlag("null")
    reading = try PictureReader(arguments)
    skipsUnreadable = arguments.hasFlag("skip-unreadable")
    output = try arguments.path("output")
    plot = try Self.plot(arguments)
    if let output, output == plot {
      throw .conflict("--output", "--plot", reason: "both would be the file \(output)")
    }
    isJSON = arguments.hasFlag("json")
    showsClasses = arguments.hasFlag("per-class")
    threshold = try arguments.number("threshold", in: 0...1).map { Float($0) } ?? 0.001
    overlapThreshold = try arguments.number("iou", in: 0...1).map { Float($0) }
    detectionLimit = try arguments.integer("max-detections", in: 1...Int.max)
    resizePolicy = try arguments.choice("resize", of: ResizePolicy.self) ?? .automatic
    threads = try arguments.integer("threads", in: 1...ObjectDetectorOptions.threadLimit)
  }

  /// A picture that cannot be written must not be told of after an hour of work.
  private static func plot(_ arguments: ScannedArguments) throws(UsageError) -> SystemPath? {
    guard let path = try arguments.path("plot") else { return nil }
    guard PictureInputs.extensions.contains(path.lowercasedExtension) else {
      throw .invalidValue(
        option: "--plot", found: path.description, expected: "a name that ends in .png or .jpg")
    }
    return path
  }

  /// How `val.py` fits pictures, where a policy says how `detect.py` does.
  private static func validation(_ policy: ResizePolicy) -> ResizePolicy {
    switch policy {
    case .automatic, .rectangle: .validationRectangle
    case .letterbox: .validationLetterbox
    default: policy
    }
  }

  /// The detector's options for a model.
  ///
  /// - Parameters:
  ///   - files: The model's files: what Darknet made is suppressed as Darknet does, all else as
  ///     YOLOv5's `val.py` does.
  ///   - method: How accuracy is measured.
  /// - Returns: The options.
  func detectorOptions(
    for files: ModelFiles, _ method: EvaluationMethod
  ) -> ObjectDetectorOptions {
    var options = ObjectDetectorOptions()
    options.scoreThreshold = threshold
    let isDarknet = !files.isCheckpoint
    options.overlapThreshold = overlapThreshold ?? (isDarknet ? 0.45 : 0.6)
    options.maxResults = detectionLimit ?? method.detectionLimit
    options.isMultiLabel = true
    options.resizePolicy = isDarknet ? resizePolicy : Self.validation(resizePolicy)
    options.threads = threads
    return options
  }
}
