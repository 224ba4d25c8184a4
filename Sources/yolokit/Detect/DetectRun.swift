import CommandLineKit
import MediaKit
import YOLOKit

/// One run of `yolokit detect`: reads pictures one after the other, detects, and reports.
struct DetectRun {
  private let options: DetectOptions
  private let detector: ObjectDetector
  private let run: RunReport
  private let inputs: [PictureInput]
  private var writer: any ReportWriter
  private var output: ReportOutput
  private var annotator: PictureAnnotator?
  private var progress: ProgressBar
  private var timings: [PictureTiming] = []
  private var failureCount = 0

  /// Loads the model and opens the output.
  ///
  /// - Parameter options: What to do.
  /// - Throws: Whatever keeps the whole run from beginning: no model, no output.
  init(_ options: DetectOptions) throws {
    self.options = options
    let files = try ModelLocator(options: options.model, needsWeights: true).locate()
    let (model, loadSeconds) = try Stopwatch.measure {
      try files.load(inputSize: options.model.inputSize)
    }
    detector = try ObjectDetector(
      model: model, options: options.detectorOptions(for: model.labels))
    run = RunReport(
      files: files, summary: model.summary, classCount: model.labels.count,
      loadSeconds: loadSeconds)
    inputs = PictureInputs(listEndsWithZero: options.listEndsWithZero).expand(options.operands)
    writer = options.format.writer(showsTiming: options.showsTiming)
    output = try ReportOutput(options.output)
    progress = ProgressBar(total: inputs.count)
    if let folder = options.annotationFolder {
      annotator = try PictureAnnotator(folder: folder, beside: inputs)
    }
    for warning in model.warnings { tell("warning: \(warning)") }
    if files.names == nil {
      tell("warning: no file with class names is beside the cfg; classes are shown by number.")
    }
  }

  /// Works through the pictures.
  ///
  /// - Returns: ``ExitCode/failure`` when a picture gave no result.
  /// - Throws: `OutputError` when results cannot be written.
  mutating func perform() throws -> ExitCode {
    defer { progress.clear() }
    try output.write(writer.begin(run))
    for input in inputs {
      // Without a reader there is nothing left to do but the copies with boxes.
      if output.isAbandoned, annotator == nil { break }
      switch input {
      case .picture(let path): try perform(path)
      case .failure(let path, let message):
        try fail(FailureReport(path: path, message: message))
      }
      progress.advance()
    }
    progress.clear()
    try output.write(writer.end())
    try output.finish()
    if options.showsTiming, options.format == .text { tellSummary() }
    return failureCount == 0 ? .success : .failure
  }

  private mutating func perform(_ path: SystemPath) throws(OutputError) {
    let report: PictureReport
    do {
      report = try detect(path)
    } catch {
      return try fail(FailureReport(path: path, message: PictureReader.message(for: error)))
    }
    if output.isStandardOutput { progress.clear() }
    try output.write(writer.picture(report))
    if report.result.nonFiniteCandidates > 0 {
      tell(
        "warning: \(path): \(report.result.nonFiniteCandidates) boxes were left out because they "
          + "were not finite numbers; the weights may be damaged.")
    }
    guard options.showsTiming, options.format == .text else { return }
    tell("\(path): \(PictureTiming.text(report.timing.stages))")
    timings.append(report.timing)
  }

  private mutating func detect(_ path: SystemPath) throws -> PictureReport {
    let (picture, readSeconds) = try Stopwatch.measure { try options.reading.read(path) }
    let result = try detector.detect(image: picture)
    return PictureReport(
      path: path, width: picture.width, height: picture.height, result: result,
      readSeconds: readSeconds,
      annotated: try annotator?.write(picture, result.detections, for: path))
  }

  private mutating func fail(_ report: FailureReport) throws(OutputError) {
    failureCount += 1
    tell(report.message)
    try output.write(writer.failure(report))
  }

  private mutating func tell(_ message: String) {
    progress.clear()
    OutputDescriptor.standardError.writeMessage("yolokit: \(message)\n")
  }

  private mutating func tellSummary() {
    let load = FixedDecimals.text(run.loadSeconds * 1e3, decimals: 1)
    tell("model: load \(load) ms")
    guard timings.count > 1 else { return }
    let medians = PictureTiming.text(PictureTiming.medians(of: timings))
    tell("median of \(timings.count) pictures: \(medians)")
  }
}
