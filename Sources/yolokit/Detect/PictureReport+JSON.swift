import CommandLineKit
import YOLOKit

extension PictureReport {
  /// The report as an object; boxes in pixels of the picture, times in milliseconds.
  func json(showsTiming: Bool) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("file", .path(path)),
      .init("width", .integer(width)),
      .init("height", .integer(height)),
      .init("resize", .string(result.resizePolicy.rawValue)),
      .init("detections", .array(result.detections.map(Self.json))),
    ]
    if let annotated { members.append(.init("annotated", .path(annotated))) }
    if showsTiming { members.append(.init("timing", PictureTiming.json(timing.stages))) }
    return .object(members)
  }

  private static func json(_ detection: Detection) -> JSONValue {
    let box = detection.boundingBox
    return .members([
      "class": .string(detection.category.categoryName),
      "classId": .integer(detection.category.index),
      "score": .float(detection.category.score),
      "box": .array([.float(box.xMin), .float(box.yMin), .float(box.xMax), .float(box.yMax)]),
    ])
  }
}

extension FailureReport {
  /// The report as an object.
  var json: JSONValue { .members(["file": .path(path), "message": .string(message)]) }
}

extension RunReport {
  /// The model as an object.
  var json: JSONValue {
    .members([
      "name": .string(files.name),
      files.isCheckpoint ? "checkpoint" : "configuration": .string(files.mainFile),
      "weights": files.weights.map { .string($0) } ?? .null,
      "names": files.names.map { .string($0) } ?? .null,
      "inputWidth": .integer(summary.inputShape.width),
      "inputHeight": .integer(summary.inputShape.height),
      "classes": .integer(classCount),
    ])
  }
}

extension PictureTiming {
  /// Stages as an object of milliseconds.
  static func json(_ stages: [Stage]) -> JSONValue {
    .object(stages.map { .init($0.name, milliseconds($0.seconds)) })
  }

  /// A time as a number of milliseconds, to the microsecond.
  static func milliseconds(_ seconds: Double) -> JSONValue {
    .number((seconds * 1e6).rounded() / 1e3)
  }

  /// Stages as text: `read 4.1 ms, preprocess 0.8 ms`.
  static func text(_ stages: [Stage]) -> String {
    stages.map { "\($0.name) \(FixedDecimals.text($0.seconds * 1e3, decimals: 1)) ms" }
      .joined(separator: ", ")
  }
}
