/// Finds objects in pictures.
///
/// Thread-safe: any number of threads may call ``detect(image:)`` at the same time. Each call in
/// flight has memory of its own, which later calls use again.
///
/// ```swift
/// let detector = try ObjectDetector(model: model)
/// for detection in try detector.detect(image: picture).detections {
///   print(detection.category.categoryName, detection.category.score, detection.boundingBox)
/// }
/// ```
public final class ObjectDetector: Sendable {
  /// The model in use.
  public let model: Model
  /// The options in use.
  public let options: ObjectDetectorOptions
  /// The network, planned for the options' threads.
  let runner: NetworkRunner
  private let isReported: [Bool]
  private let suppression: NonMaximumSuppression
  private let threshold: Float
  private let stretches: Bool

  /// Prepares a model for detection.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: What to look for and how.
  /// - Throws: ``ObjectDetectorError`` when an option is out of range or names an unknown class.
  public init(model: Model, options: ObjectDetectorOptions = ObjectDetectorOptions())
    throws(ObjectDetectorError)
  {
    try options.validate()
    isReported = try options.reportedClasses(of: model)
    let threads = try ObjectDetectorOptions.threadCount(options.threads)
    do throws(ExecutionError) {
      runner = try NetworkRunner(model.network, threads: threads)
    } catch { throw .execution(error) }
    self.model = model
    self.options = options
    suppression = NonMaximumSuppression(
      overlapThreshold: options.overlapThreshold, isClassAgnostic: options.isClassAgnostic)
    threshold = options.scoreThreshold ?? model.scoreThreshold
    let policy = options.resizePolicy == .automatic ? model.resizePolicy : options.resizePolicy
    stretches = policy == .stretch
  }

  /// Finds the objects in a picture.
  ///
  /// - Parameter image: A picture of any size.
  /// - Returns: The objects, best first, in pixels of the picture; and how long it took.
  /// - Throws: ``ObjectDetectorError`` when the detector cannot take pictures.
  public func detect(image: PixelImage) throws(ObjectDetectorError) -> ObjectDetectorResult {
    let clock = ContinuousClock()
    return runner.withWorkspace { workspace in
      let start = clock.now
      let letterbox = fillInput(of: workspace, with: image)
      let filled = clock.now
      runner.run(in: workspace)
      let computed = clock.now
      let candidates = runner.decode(
        in: workspace, threshold: threshold,
        mapping: letterbox.mapping(isExact: options.undoesExactOffsets))
      let detections = detections(from: candidates.candidates, image)
      return ObjectDetectorResult(
        detections: detections, resizePolicy: stretches ? .stretch : .letterbox,
        timing: StageTiming(
          preprocess: start.duration(to: filled).seconds,
          network: filled.duration(to: computed).seconds,
          postprocess: computed.duration(to: clock.now).seconds),
        nonFiniteCandidates: candidates.nonFiniteCount)
    }
  }

  /// Fits a picture into the network's input.
  ///
  /// - Returns: How it lies in there.
  func fillInput(of workspace: Workspace, with image: PixelImage) -> Letterbox {
    let letterbox = Letterbox(
      image: (image.width, image.height), input: runner.network.inputShape, stretches: stretches)
    runner.plan.input.fill(with: image, letterbox: letterbox, in: workspace, on: runner.pool)
    return letterbox
  }

  /// Filters by class, suppresses, clips and names.
  ///
  /// Classes that are not reported are taken out before suppression, so that they cannot hide others.
  private func detections(from candidates: [Candidate], _ image: PixelImage) -> [Detection] {
    let wanted = candidates.filter { isReported[$0.classIndex] }
    var result: [Detection] = []
    for candidate in suppression(wanted) {
      var box = candidate.box
      if options.clipsBoxes {
        box = box.clipped(width: image.width, height: image.height)
        guard box.area > 0 else { continue }
      }
      if options.maxResults >= 0, result.count == options.maxResults { break }
      result.append(
        Detection(
          boundingBox: box,
          category: Category(
            index: candidate.classIndex, score: candidate.score,
            categoryName: model.labels[candidate.classIndex])))
    }
    return result
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
