import CommandLineKit
import YOLOKit

extension EvaluationReport {
  /// The report as an object.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("model", run.json),
      .init("method", .string(scorer.method.rawValue)),
      .init("images", .integer(scorer.imageCount)),
      .init("labels", .integer(scorer.objectCount)),
      .init("crowds", .integer(scorer.crowdCount)),
      .init("detections", .integer(scorer.detectionCount)),
    ]
    members += metrics.map { .init($0.name, Self.json($0.value)) }
    if case .yolov5(let result) = score {
      members.append(.init("bestScore", Self.json(result.bestScore)))
    }
    members += [
      .init("perClass", .array(classes.map(Self.json))),
      .init("options", optionsJSON),
      .init("skipped", .array(skipped.map(\.json))),
      .init("errors", .array(failures.map(\.json))),
    ]
    return .object(members)
  }

  private var optionsJSON: JSONValue {
    .members([
      "threshold": options.scoreThreshold.map { .float($0) } ?? .null,
      "iou": .float(options.overlapThreshold),
      "maxDetections": options.maxResults < 0 ? .null : .integer(options.maxResults),
      "resize": resizePolicy.map { .string($0.rawValue) } ?? .null,
    ])
  }

  private static func json(_ row: ClassRow) -> JSONValue {
    let members: [JSONValue.Member] = [
      .init("class", .string(row.name)),
      .init("classId", .integer(row.index)),
      .init("labels", .integer(row.objectCount)),
    ]
    return .object(members + row.metrics.map { .init($0.name, json($0.value)) })
  }

  private static func json(_ value: Double?) -> JSONValue {
    value.map { .number($0) } ?? .null
  }
}
