import CommandLineKit
import MediaKit
import ModelLookup
import YOLOKit

/// One run of `yolokit detect`: reads pictures one after the other, detects, and reports.
struct DetectRun {
  private let options: DetectOptions
  private let detector: ObjectDetector
  private let run: RunReport
  private var queue: PictureQueue
  private var writer: any ReportWriter
  private var output: ReportOutput
  private var annotator: PictureAnnotator?
  private var progress: ProgressBar
  private var timings: [PictureTiming] = []
  private var failureCount = 0

  /// Loads the model and opens the output; the first picture is read meanwhile.
  ///
  /// - Parameter options: What to do.
  /// - Throws: Whatever keeps the whole run from beginning: no model, no output.
  init(_ options: DetectOptions) throws {
    self.options = options
    let files = try ModelLocator(options: options.model, needsWeights: true).locate()
    let inputs = PictureInputs(listEndsWithZero: options.listEndsWithZero).expand(options.operands)
    queue = PictureQueue(inputs, reader: options.reading)
    let (model, loadSeconds) = try Stopwatch.measure {
      try files.load(inputSize: options.model.inputSize)
    }
    detector = try ObjectDetector(
      model: model, options: options.detectorOptions(for: model.labels))
    run = RunReport(
      files: files, summary: model.summary, classCount: model.labels.count,
      loadSeconds: loadSeconds)
    writer = options.format.writer(showsTiming: options.showsTiming)
    output = try ReportOutput(options.output, beside: inputs, files)
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
  mutating func perform() async throws -> ExitCode {
    defer { progress.clear() }
    try output.write(writer.begin(run))
    while let item = await queue.next() {
      switch item {
      case .picture(let path, let picture, let seconds): try search(picture, path, seconds)
      case .failure(let report): try fail(report)
      }
      progress.advance()
      // Without a reader there is nothing left to do but the copies with boxes.
      if output.isAbandoned, annotator == nil { break }
    }
    progress.clear()
    try output.write(writer.end())
    try output.finish()
    if options.showsTiming, options.format == .text { tellSummary() }
    return failureCount == 0 ? .success : .failure
  }

  private mutating func search(
    _ picture: PixelImage, _ path: SystemPath, _ readSeconds: Double
  ) throws(OutputError) {
    let report: PictureReport
    do {
      let result = try detector.detect(image: picture)
      report = PictureReport(
        path: path, width: picture.width, height: picture.height, result: result,
        readSeconds: readSeconds,
        annotated: try annotator?.write(picture, result.detections, for: path))
    } catch {
      return try fail(FailureReport(path: path, message: "\(path): \(error)"))
    }
    if output.isTerminal { progress.clear() }
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
