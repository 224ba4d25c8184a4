import CommandLineKit
import YOLOKit

extension BenchmarkReport {
  /// The report as an object.
  var json: JSONValue {
    .members([
      "program": .string("yolokit-benchmark"),
      "version": .string(PackageVersion.current),
      "machine": machine.json,
      "image": .members([
        "name": .string(picture.name), "width": .integer(picture.image.width),
        "height": .integer(picture.image.height),
      ]),
      "runs": .integer(runs),
      "warmUp": .integer(warmUp),
      "rows": .array(rows.map(\.json)),
    ])
  }
}

extension Machine {
  fileprivate var json: JSONValue {
    .members([
      "cpu": .string(processor),
      "cores": .integer(processorCount),
      "os": .string(system),
      "kernel": .string(kernel),
      "swift": .string(BuildMode.compiler),
      "openblas": .members([
        "core": .string(blasCore), "configuration": .string(blasConfiguration),
      ]),
      "environment": .object(
        environment.map { JSONValue.Member($0.name, .string($0.value)) }),
    ])
  }
}

extension BenchmarkRow {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("model", .string(model)),
      .init("engine", .string("yolokit")),
      .init("version", .string(PackageVersion.current)),
      .init("precision", .string("fp32")),
      .init("weights", .string(isSynthetic ? "synthetic" : "file")),
      .init("threads", .integer(threads)),
      .init(
        "inputSize",
        .members(["width": .integer(inputShape.width), "height": .integer(inputShape.height)])),
      .init("medianMs", .number(network.median * 1e3)),
      .init("p95Ms", .number(network.percentile95 * 1e3)),
      .init("gflop", .number(Double(floatingPointOperations) / 1e9)),
      .init("gflops", .number(operationsPerSecond / 1e9)),
      .init("peakMemoryMiB", peakMemoryBytes.map { .number(Double($0) / 1_048_576) } ?? .null),
      .init(
        "stages", .object(stages.map { JSONValue.Member($0.name, $0.times.json) })),
    ]
    if !teams.isEmpty { members.append(.init("together", .array(teams.map(\.json)))) }
    if let matrixPeak { members.append(.init("sgemmGflops", .number(matrixPeak / 1e9))) }
    if let kernelPeak { members.append(.init("kernelGflops", .number(kernelPeak / 1e9))) }
    if let peak {
      members.append(.init("layers", .array(layers.map { Self.json($0, peak: peak) })))
    }
    return .object(members)
  }

  private static func json(_ layer: LayerProfile, peak: Double) -> JSONValue {
    .members([
      "layer": .integer(layer.layer),
      "kind": .string(layer.kind),
      "settings": .string(layer.settings),
      "steps": .array(layer.steps.map { .string($0) }),
      "medianMs": .number(layer.seconds * 1e3),
      "gflop": .number(Double(layer.floatingPointOperations) / 1e9),
      "gflops": .number(layer.operationsPerSecond / 1e9),
      "percentOfPeak": .number(layer.operationsPerSecond / peak * 100),
    ])
  }
}

extension DetectorTeam.Figures {
  fileprivate var json: JSONValue {
    .members([
      "detectors": .integer(detectors), "picturesPerSecond": .number(picturesPerSecond),
    ])
  }
}

extension TimeSample {
  fileprivate var json: JSONValue {
    .members(["medianMs": .number(median * 1e3), "p95Ms": .number(percentile95 * 1e3)])
  }
}
