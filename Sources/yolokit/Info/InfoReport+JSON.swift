import CommandLineKit
import YOLOKit

extension InfoReport {
  /// The report as an object.
  var json: JSONValue {
    .members([
      files.isConverted
        ? "converted" : files.isCheckpoint ? "checkpoint" : "configuration": .string(
          files.mainFile),
      "inputWidth": .integer(summary.inputShape.width),
      "inputHeight": .integer(summary.inputShape.height),
      "parameters": .integer(summary.parameterCount),
      "floatingPointOperations": .integer(summary.floatingPointOperations),
      "weights": .members([
        "file": files.weights.map { .string($0) } ?? .null,
        "expectedBytes": .integer(summary.expectedWeightBytes),
        "foundBytes": foundWeightBytes.map { .integer($0) } ?? .null,
      ]),
      "names": .members([
        "file": files.names.map { .string($0) } ?? .null,
        "classes": .array((labels?.names ?? []).map { .string($0) }),
      ]),
      "layers": .array(summary.layers.map(Self.json)),
      "heads": .array(summary.heads.map(Self.json)),
      "warnings": .array(warnings.map { .string($0) }),
    ])
  }

  private static func json(_ layer: LayerSummary) -> JSONValue {
    .members([
      "index": .integer(layer.index),
      "kind": .string(layer.kind),
      "settings": .string(layer.settings),
      "inputs": .array(layer.inputs.map { .integer($0) }),
      "output": json(layer.outputShape),
      "parameters": .integer(layer.parameterCount),
      "floatingPointOperations": .integer(layer.floatingPointOperations),
    ])
  }

  private static func json(_ head: HeadSummary) -> JSONValue {
    .members([
      "layer": .integer(head.layer),
      "kind": .string(head.kind),
      "classes": .integer(head.classCount),
      "boxes": .integer(head.boxCount),
      "anchors": .array(
        head.anchors.map { .members(["width": .float($0.width), "height": .float($0.height)]) }),
    ])
  }

  private static func json(_ shape: FeatureShape) -> JSONValue {
    .members([
      "height": .integer(shape.height), "width": .integer(shape.width),
      "channels": .integer(shape.channels),
    ])
  }
}
