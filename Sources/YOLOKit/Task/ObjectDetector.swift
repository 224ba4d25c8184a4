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
  /// The network, planned for the input sizes in use.
  let runners: RunnerCache
  private let isReported: [Bool]
  private let suppression: NonMaximumSuppression
  private let threshold: Float
  private let isMultiLabel: Bool
  private let policy: ResizePolicy

  /// Prepares a model for detection.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: What to look for and how.
  /// - Throws: ``ObjectDetectorError`` when an option is out of range or names an unknown class, or
  ///   a run would take more memory than there is.
  public init(model: Model, options: ObjectDetectorOptions = ObjectDetectorOptions())
    throws(ObjectDetectorError)
  {
    try options.validate(for: model)
    isReported = try options.reportedClasses(of: model)
    let threads = try ObjectDetectorOptions.threadCount(options.threads)
    do throws(ExecutionError) {
      runners = try RunnerCache(model.network, threads: threads, backend: options.backend)
    } catch { throw .execution(error) }
    self.model = model
    self.options = options
    suppression = NonMaximumSuppression(
      overlapThreshold: options.overlapThreshold, isClassAgnostic: options.isClassAgnostic)
    threshold = options.scoreThreshold ?? model.conventions.scoreThreshold
    isMultiLabel = options.isMultiLabel ?? model.conventions.isMultiLabel
    policy =
      options.resizePolicy == .automatic ? model.conventions.resizePolicy : options.resizePolicy
  }

  /// Finds the objects in a picture.
  ///
  /// - Parameter image: A picture of any size.
  /// - Returns: The objects, best first, in pixels of the picture; and how long it took.
  /// - Throws: ``ObjectDetectorError/execution(_:)`` when the network cannot take the picture's input
  ///   size. With ``ResizePolicy/letterbox`` and ``ResizePolicy/stretch`` that cannot happen.
  public func detect(image: PixelImage) throws(ObjectDetectorError) -> ObjectDetectorResult {
    try detect(buffer: PixelBuffer(image))
  }

  /// Finds the objects in a picture as a camera or a decoder hands it out.
  ///
  /// No copy of the picture is made, whatever its layout: each row of the network's input is made of
  /// the picture's rows that it needs.
  ///
  /// - Parameter buffer: A picture of any size and layout.
  /// - Returns: The objects, best first, in pixels of the picture; and how long it took.
  /// - Throws: ``ObjectDetectorError/execution(_:)``, as ``detect(image:)``.
  public func detect(
    buffer: PixelBuffer
  ) throws(ObjectDetectorError) -> ObjectDetectorResult {
    let clock = ContinuousClock()
    let (runner, letterbox) = try prepare(width: buffer.width, height: buffer.height)
    return runner.withWorkspace { workspace in
      let start = clock.now
      fillInput(of: workspace, of: runner, with: buffer, letterbox)
      let filled = clock.now
      runner.run(in: workspace)
      let computed = clock.now
      let candidates = runner.decode(
        in: workspace, threshold: threshold, isMultiLabel: isMultiLabel,
        mapping: letterbox.mapping(isExact: options.undoesExactOffsets))
      let detections = detections(from: candidates.candidates, buffer.width, buffer.height)
      return ObjectDetectorResult(
        detections: detections, resizePolicy: policy,
        timing: StageTiming(
          preprocess: start.duration(to: filled).seconds,
          network: filled.duration(to: computed).seconds,
          postprocess: computed.duration(to: clock.now).seconds),
        nonFiniteCandidates: candidates.nonFiniteCount)
    }
  }

  /// How a picture lies in the network's input, and the network planned for that input.
  func prepare(
    width: Int, height: Int
  ) throws(ObjectDetectorError) -> (runner: NetworkRunner, letterbox: Letterbox) {
    let letterbox = Letterbox(
      image: (width, height), input: runners.network.inputShape, policy: policy,
      conventions: model.conventions)
    do throws(ExecutionError) {
      return (
        try runners.runner(width: letterbox.inputWidth, height: letterbox.inputHeight), letterbox
      )
    } catch { throw .execution(error) }
  }

  /// Fits a picture into the network's input.
  func fillInput(
    of workspace: Workspace, of runner: NetworkRunner, with buffer: PixelBuffer,
    _ letterbox: Letterbox
  ) {
    runner.plan.fillInput(
      of: workspace, with: buffer, letterbox: letterbox, conventions: model.conventions,
      on: runner.pool)
  }

  /// Filters by class, suppresses, clips and names.
  ///
  /// Classes that are not reported are taken out before suppression, so that they cannot hide others.
  private func detections(
    from candidates: [Candidate], _ width: Int, _ height: Int
  ) -> [Detection] {
    let wanted = candidates.filter { isReported[$0.classIndex] }
    var result: [Detection] = []
    for candidate in suppression(wanted) {
      var box = candidate.box
      if options.clipsBoxes {
        box = box.clipped(width: width, height: height)
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
