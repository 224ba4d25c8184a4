import CommandLineKit
import ModelLookup
import YOLOKit

/// Measures what the options ask for.
struct BenchmarkRun {
  private let options: BenchmarkOptions
  private let picture: BenchmarkPicture

  /// The most times that a model is loaded; it varies less than the rest.
  private static let loadLimit = 10
  /// Where the made-up weights start.
  private static let seed: UInt64 = 1

  /// Reads or makes the picture.
  init(_ options: BenchmarkOptions) throws {
    self.options = options
    picture =
      try options.image.map { try BenchmarkPicture(reading: $0) }
      ?? BenchmarkPicture(width: 1280, height: 720)
  }

  /// Measures all rows.
  ///
  /// - Throws: Whatever keeps a model from being found, read or run.
  func perform() throws -> BenchmarkReport {
    var rows: [BenchmarkRow] = []
    for model in options.models {
      let files = try ModelLocator(options: model, needsWeights: !options.isSynthetic).locate()
      for threads in options.threads {
        rows.append(
          try row(files, inputSize: model.inputSize, threads: threads, isFirst: rows.isEmpty))
      }
    }
    return BenchmarkReport(
      machine: Machine(), picture: picture, runs: options.runs, warmUp: options.warmUp, rows: rows)
  }

  private func row(
    _ files: ModelFiles, inputSize: ModelOptions.InputSize?, threads: Int, isFirst: Bool
  ) throws -> BenchmarkRow {
    let hasOwnPeak = PeakMemory.reset() || isFirst
    let (model, load) = try loaded(files, inputSize: inputSize)
    var detectorOptions = ObjectDetectorOptions()
    detectorOptions.threads = threads
    let detector = try ObjectDetector(model: model, options: detectorOptions)
    var timings: [StageTiming] = []
    var whole: [Double] = []
    for run in 0..<options.warmUp + options.runs {
      let (result, seconds) = try Stopwatch.measure { try detector.detect(image: picture.image) }
      guard run >= options.warmUp else { continue }
      timings.append(result.timing)
      whole.append(seconds)
    }
    // Before the matrices for the comparison take memory, too.
    let peak = hasOwnPeak ? PeakMemory.bytes() : nil
    let layers =
      options.showsLayers
      ? try detector.profile(image: picture.image, runs: options.runs, warmUp: options.warmUp) : []
    return BenchmarkRow(
      model: files.name, isSynthetic: options.isSynthetic, inputShape: model.summary.inputShape,
      threads: threads, load: load, preprocess: TimeSample(timings.map(\.preprocess)),
      network: TimeSample(timings.map(\.network)),
      postprocess: TimeSample(timings.map(\.postprocess)), endToEnd: TimeSample(whole),
      floatingPointOperations: model.summary.floatingPointOperations, peakMemoryBytes: peak,
      matrixPeak: options.showsLayers ? MatrixPeak.measure(threads: threads) : nil,
      layers: layers)
  }

  /// Loads a model several times, one after the other.
  ///
  /// - Returns: The last one, and how long each took but for the first, which may have had to wait
  ///   for the disk.
  private func loaded(
    _ files: ModelFiles, inputSize: ModelOptions.InputSize?
  ) throws -> (Model, TimeSample) {
    var model = try load(files, inputSize: inputSize)
    var seconds: [Double] = []
    for _ in 0..<min(options.runs, Self.loadLimit) {
      // Two models at a time would double the peak of memory.
      _ = consume model
      let (next, time) = try Stopwatch.measure { try load(files, inputSize: inputSize) }
      model = next
      seconds.append(time)
    }
    return (model, TimeSample(seconds))
  }

  private func load(_ files: ModelFiles, inputSize: ModelOptions.InputSize?) throws -> Model {
    guard options.isSynthetic else { return try files.load(inputSize: inputSize) }
    return try Model(
      syntheticWeightsFor: files.configuration, seed: Self.seed,
      inputSize: inputSize.map { ($0.width, $0.height) })
  }
}
