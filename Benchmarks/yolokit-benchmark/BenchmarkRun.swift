import CommandLineKit
import ModelLookup
import YOLOKit

/// Measures what the options ask for.
struct BenchmarkRun {
  private let options: BenchmarkOptions
  private let picture: BenchmarkPicture

  /// The most times that a model is loaded; it varies less than the rest.
  private static let loadLimit = 10

  /// Reads or makes the picture.
  init(_ options: BenchmarkOptions) throws {
    self.options = options
    picture =
      try options.image.map { try BenchmarkPicture(reading: $0, as: options.pixels) }
      ?? BenchmarkPicture(width: 1280, height: 720, as: options.pixels ?? .bgra)
  }

  /// Measures all rows.
  ///
  /// - Throws: Whatever keeps a model from being found, read or run.
  func perform() throws -> BenchmarkReport {
    var rows: [BenchmarkRow] = []
    for model in options.models {
      let subject = try BenchmarkSubject(model, isSynthetic: options.isSynthetic)
      for threads in options.threads {
        rows.append(try row(subject, threads: threads, isFirst: rows.isEmpty))
      }
    }
    return BenchmarkReport(
      machine: Machine(), picture: picture, runs: options.runs, warmUp: options.warmUp, rows: rows)
  }

  private func row(
    _ subject: BenchmarkSubject, threads: Int, isFirst: Bool
  ) throws -> BenchmarkRow {
    let hasOwnPeak = PeakMemory.reset() || isFirst
    let passes = try passes(subject, threads: threads)
    // After the peak was taken and the first model is gone: memory that was freed and not given
    // back, or a second model, would count as the detector's.
    let load = try loadTimes(subject)
    return BenchmarkRow(
      model: subject.name, isSynthetic: options.isSynthetic, inputShape: passes.summary.inputShape,
      threads: threads, load: load, preprocess: TimeSample(passes.timings.map(\.preprocess)),
      network: TimeSample(passes.timings.map(\.network)),
      postprocess: TimeSample(passes.timings.map(\.postprocess)),
      endToEnd: TimeSample(passes.whole),
      floatingPointOperations: passes.summary.floatingPointOperations,
      peakMemoryBytes: hasOwnPeak ? passes.peakMemoryBytes : nil,
      matrixPeak: options.showsLayers ? MatrixPeak.measure(threads: threads) : nil,
      kernelPeak: options.showsLayers ? KernelPeak.measure(threads: threads) : nil,
      teams: passes.teams, layers: passes.layers)
  }

  /// What a detector did with the picture.
  private struct Passes {
    let summary: ModelSummary
    var timings: [StageTiming] = []
    var whole: [Double] = []
    var peakMemoryBytes: Int?
    var teams: [DetectorTeam.Figures] = []
    var layers: [LayerProfile] = []
  }

  private func passes(_ subject: BenchmarkSubject, threads: Int) throws -> Passes {
    let model = try subject.load()
    var passes = Passes(summary: model.summary)
    let detector = try BenchmarkSubject.detector(for: model, threads: threads)
    for run in 0..<options.warmUp + options.runs {
      let (result, seconds) = try Stopwatch.measure { try detector.detect(buffer: picture.buffer) }
      guard run >= options.warmUp else { continue }
      passes.timings.append(result.timing)
      passes.whole.append(seconds)
    }
    passes.peakMemoryBytes = PeakMemory.bytes()
    for count in options.detectors {
      let team = try DetectorTeam(
        count, model: model, threads: threads, picture: picture)
      passes.teams.append(try team.measure(runs: options.runs, warmUp: options.warmUp))
    }
    if options.showsLayers {
      passes.layers = try detector.profile(
        buffer: picture.buffer, runs: options.runs, warmUp: options.warmUp)
    }
    return passes
  }

  /// How long it takes to load a model; its files are in the system's memory by now.
  private func loadTimes(_ subject: BenchmarkSubject) throws -> TimeSample {
    TimeSample(
      try (0..<min(options.runs, Self.loadLimit)).map { _ in
        try Stopwatch.measure { try subject.load() }.seconds
      })
  }
}
