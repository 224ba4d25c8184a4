import CommandLineKit
import MediaKit
import ModelLookup
import YOLOKit

/// One run of `yolokit evaluate`: looks at pictures one after the other and compares what is found
/// with labels.
struct EvaluateRun {
  private let options: EvaluateOptions
  private let detector: ObjectDetector
  private let run: RunReport
  private let labelled: LabelledPictures
  private var queue: PictureQueue
  private var scorer: EvaluationScorer
  private var output: ReportOutput
  private var progress: ProgressBar
  private var resizePolicy: ResizePolicy?
  private var failures: [FailureReport] = []
  private var skipped: [FailureReport] = []
  private var otherSizes = OtherSizes()

  /// Loads the model and the labels and opens the output.
  ///
  /// - Parameter options: What to do.
  /// - Throws: Whatever keeps the whole run from beginning: no model, no labels, no output.
  init(_ options: EvaluateOptions) throws {
    self.options = options
    let files = try ModelLocator(options: options.model, needsWeights: true).locate()
    let inputs = try EvaluationInputs(options)
    let (model, loadSeconds) = try Stopwatch.measure {
      try files.load(inputSize: options.model.inputSize)
    }
    let hasCOCOLabels = FileStatus(options.labels)?.kind != .folder
    labelled = try inputs.labelled(by: options.labels, isCOCO: hasCOCOLabels, model.labels)
    let pictures = labelled.pictures.map { PictureInput.picture($0.path) }
    let method = EvaluationMethod(options.method, hasCOCOLabels: hasCOCOLabels)
    scorer = EvaluationScorer(method, classCount: labelled.classNames.count)
    detector = try ObjectDetector(
      model: model, options: options.detectorOptions(for: files, method))
    run = RunReport(
      files: files, summary: model.summary, classCount: model.labels.count,
      loadSeconds: loadSeconds)
    try Self.protect(pictures, options)
    output = try ReportOutput(options.output, beside: pictures, files)
    queue = PictureQueue(pictures, reader: options.reading)
    progress = ProgressBar(total: pictures.count)
    for warning in model.warnings + labelled.warnings { tell("warning: \(warning)") }
    for failure in inputs.failures { fail(failure) }
  }

  /// Makes sure that no result replaces what the results are about.
  private static func protect(
    _ pictures: [PictureInput], _ options: EvaluateOptions
  ) throws(OutputError) {
    var sources = Set([options.labels, options.images].compactMap { FileStatus($0)?.identity })
    for case .picture(let path) in pictures {
      if let identity = FileStatus(path)?.identity { sources.insert(identity) }
    }
    for target in [options.output, options.plot].compactMap({ $0 }) {
      guard let identity = FileStatus(target)?.identity, sources.contains(identity) else {
        continue
      }
      throw .failed(
        target: target.description,
        reason: "it is one of the pictures or the labels; name another file")
    }
  }

  /// Works through the pictures.
  ///
  /// - Returns: ``ExitCode/failure`` when a picture could not be looked at and was not to be skipped.
  /// - Throws: `OutputError` or `MediaError` when results cannot be written.
  mutating func perform() async throws -> ExitCode {
    defer { progress.clear() }
    for picture in labelled.pictures {
      guard let item = await queue.next() else { break }
      switch item {
      case .picture(_, let image, _): search(image, picture)
      case .failure(let report) where options.skipsUnreadable:
        skipped.append(report)
        tell("warning: left out: \(report.message)")
      case .failure(let report): fail(report)
      }
      progress.advance()
    }
    progress.clear()
    if let warning = otherSizes.warning { tell("warning: \(warning)") }
    let report = EvaluationReport(
      run: run, options: detector.options, resizePolicy: resizePolicy, scorer: scorer,
      score: scorer.score(), classNames: labelled.classNames, failures: failures,
      skipped: skipped)
    try output.write(
      options.isJSON
        ? report.json.text + "\n" : report.text(showsClasses: options.showsClasses))
    try output.finish()
    if let path = options.plot {
      try StillImage.write(report.plot().draw(), toPathBytes: path.bytes)
    }
    return failures.isEmpty ? .success : .failure
  }

  private mutating func search(_ image: PixelImage, _ picture: LabelledPictures.Picture) {
    let (width, height) = (image.width, image.height)
    do throws(ObjectDetectorError) {
      let result = try detector.detect(image: image)
      resizePolicy = result.resizePolicy
      scorer.add(
        result.detections, objects: picture.labels.objects(width: width, height: height))
    } catch {
      return fail(FailureReport(path: picture.path, message: "\(picture.path): \(error)"))
    }
    otherSizes.check(picture, width: width, height: height)
  }

  private mutating func fail(_ report: FailureReport) {
    failures.append(report)
    tell(report.message)
  }

  private mutating func tell(_ message: String) {
    progress.clear()
    OutputDescriptor.standardError.writeMessage("yolokit: \(message)\n")
  }
}
