import CommandLineKit
import Testing

@testable import yolokit_benchmark

/// What `yolokit-benchmark` measures and writes, whatever the build.
@Suite struct BenchmarkReportTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func options(_ words: [String]) throws -> BenchmarkOptions {
    try BenchmarkOptions(
      ArgumentScanner(options: Command.benchmark.help.groups.flatMap(\.options))
        .scan(words.map { SystemPath($0) }))
  }

  /// Measures the tiny model in this process.
  private func report(_ arguments: [String]) throws -> BenchmarkReport {
    try BenchmarkRun(
      options(["--model", fixture.folder.path("Weights/tiny.cfg")] + arguments)
    ).perform()
  }

  private static func object(_ report: BenchmarkReport) throws -> [String: Any] {
    try ProgramUnderTest.Outcome.object(Array(report.json.text.utf8))
  }

  private static func number(_ object: [String: Any]?, _ name: String) -> Double {
    object?[name] as? Double ?? .nan
  }

  @Test func jsonHasAllFigures() throws {
    let object = try Self.object(report(["--runs", "4", "--warm-up", "0", "--threads", "1,2"]))
    let machine = try #require(object["machine"] as? [String: Any])
    for name in ["cpu", "os", "kernel", "swift"] {
      #expect((machine[name] as? String)?.isEmpty == false, "\(name)")
    }
    #expect(machine["cores"] as? Int ?? 0 >= 1)
    #expect(machine["environment"] is [String: Any])
    let openBLAS = try #require(machine["openblas"] as? [String: Any])
    #expect((openBLAS["configuration"] as? String)?.contains("OpenBLAS") == true)
    let rows = object.objects("rows")
    #expect(rows.map { $0["threads"] as? Int } == [1, 2])
    for row in rows {
      #expect(row["model"] as? String == "tiny")
      #expect(row["engine"] as? String == "yolokit")
      #expect(row["version"] as? String == PackageVersion.current)
      #expect(row["precision"] as? String == "fp32")
      #expect(row["weights"] as? String == "file")
      #expect(row["inputSize"] as? [String: Int] == ["width": 32, "height": 32])
      #expect(row["layers"] == nil)
      // 8 filters of 3 x 3 x 3 at 16 x 16 places, 7 of 8 numbers at one.
      let gflop = Double(2 * 16 * 16 * 8 * 27 + 2 * 7 * 8) / 1e9
      #expect(Self.number(row, "gflop") == gflop)
      let median = Self.number(row, "medianMs")
      #expect(abs(Self.number(row, "gflops") - gflop / median * 1e3) < 1e-6)
      #expect(Self.number(row, "peakMemoryMiB") > 1)
      let stages = try #require(row["stages"] as? [String: [String: Any]])
      #expect(
        Set(stages.keys) == ["load", "preprocess", "network", "postprocess", "endToEnd"])
      for stage in stages.values {
        #expect(Self.number(stage, "medianMs") > 0)
        #expect(Self.number(stage, "p95Ms") >= Self.number(stage, "medianMs"))
      }
      #expect(Self.number(stages["network"], "medianMs") == median)
    }
  }

  @Test func detectorsAreMeasuredTogether() throws {
    let report = try report(
      ["--runs", "3", "--warm-up", "1", "--threads", "1,2", "--detectors", "1,3"])
    let rows = try Self.object(report).objects("rows")
    #expect(rows.count == 2)
    for row in rows {
      let teams = row.objects("together")
      #expect(teams.map { $0["detectors"] as? Int } == [1, 3])
      for team in teams { #expect(Self.number(team, "picturesPerSecond") > 0) }
    }
    let lines = report.text.split(separator: "\n")
    let header = try #require(lines.firstIndex { $0.hasSuffix("pictures/s") })
    #expect(lines[(header + 1)...].map { $0.split(separator: " ")[1] } == ["1", "1", "2", "2"])
    #expect(lines[(header + 1)...].map { $0.split(separator: " ")[2] } == ["1", "3", "1", "3"])
  }

  @Test func layersAreComparedWithMatrices() throws {
    let report = try report(["--runs", "2", "--threads", "1", "--layers", "--synthetic"])
    let row = try #require(try Self.object(report).objects("rows").first)
    #expect(row["weights"] as? String == "synthetic")
    let hasKernels = row["kernelGflops"] != nil
    let peak = Self.number(row, hasKernels ? "kernelGflops" : "sgemmGflops")
    #expect(Self.number(row, "sgemmGflops") > 0)
    #expect(peak > 0)
    let layers = row.objects("layers")
    #expect(layers.map { $0["layer"] as? Int } == [0, 1])
    for layer in layers {
      let rate = Self.number(layer, "gflops")
      #expect(abs(Self.number(layer, "percentOfPeak") - rate / peak * 100) < 1e-6)
      // Which one depends on the machine.
      let steps = try #require(layer["steps"] as? [String])
      #expect(steps.count == 1 && steps[0].hasSuffix("convolution"))
    }
    #expect(report.text.contains("\ntiny, 1 thread: "))
  }

  @Test func theNetworkHasItsWholeInput() throws {
    let options = try options(["--model", "yolov5n", "--synthetic", "--input-size", "64"])
    let model = try BenchmarkSubject(options.models[0], isSynthetic: true).load()
    #expect(model.resizePolicy == .rectangle)
    let detector = try BenchmarkSubject.detector(for: model, threads: 1)
    #expect(detector.options.resizePolicy == .letterbox)
  }

  @Test func textNamesTheMachineFirstAndAlignsColumns() throws {
    try fixture.writePictures("a.png")
    let report = try report(
      ["--runs", "2", "--input-size", "64", "--image", fixture.folder.path("a.png")])
    let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.contains("OpenBLAS") == true)
    #expect(report.text.contains("picture 64x64, "))
    let header = try #require(lines.firstIndex { $0.hasPrefix("model ") })
    #expect(lines[header + 1].hasPrefix("tiny "))
    #expect(lines[header + 1].contains(" 64x64 "))
    #expect(lines[header].count == lines[header + 1].count)
  }

  @Test(
    arguments: [
      ([3.0], 3.0, 3.0), ([4, 1, 3, 2], 2.5, 4), (Self.countdown(100), 50.5, 95),
      (Self.countdown(20), 10.5, 19), (Self.countdown(21), 11, 20),
    ] as [([Double], Double, Double)])
  func mediansAndPercentiles(seconds: [Double], median: Double, percentile: Double) {
    let sample = TimeSample(seconds)
    #expect(sample.median == median)
    #expect(sample.percentile95 == percentile)
  }

  /// The numbers from `count` down to 1.
  private static func countdown(_ count: Int) -> [Double] {
    (1...count).reversed().map(Double.init)
  }
}
