import CommandLineKit
import YOLOKit

extension InfoReport {
  /// The report as lines for a person.
  var text: String {
    let input = summary.inputShape
    var lines = ["\(VisibleText.of(files.mainFile)): input \(input)", ""]
    lines += layerTable + [""] + totals
    if !warnings.isEmpty { lines += [""] + warnings.map { "Warning: \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private var layerTable: [String] {
    var table = TextTable([.right, .left, .left, .left, .right, .right, .right])
    table.append(["Layer", "Kind", "Settings", "Reads", "Output", "Parameters", "GFLOP"])
    for layer in summary.layers {
      table.append([
        String(layer.index), layer.kind, layer.settings,
        layer.inputs.map { $0 < 0 ? "input" : String($0) }.joined(separator: ", "),
        layer.outputShape.description,
        layer.parameterCount == 0 ? "-" : FixedDecimals.grouped(layer.parameterCount),
        layer.floatingPointOperations == 0 ? "-" : Self.gigaFLOP(layer.floatingPointOperations),
      ])
    }
    return table.lines
  }

  private var totals: [String] {
    var table = TextTable([.left, .left])
    table.append(["Parameters", FixedDecimals.grouped(summary.parameterCount)])
    table.append(["Work", Self.gigaFLOP(summary.floatingPointOperations) + " GFLOP a picture"])
    table.append(["Weights", weightsText])
    table.append(["Classes", classesText])
    for head in summary.heads {
      let anchors = head.anchors.map {
        Self.pixels($0.width) + " x " + Self.pixels($0.height)
      }
      table.append([
        "Head \(head.layer)",
        "\(head.kind), \(FixedDecimals.grouped(head.boxCount)) "
          + (head.boxCount == 1 ? "box" : "boxes")
          + (anchors.isEmpty ? "" : ", anchors " + anchors.joined(separator: ", ")),
      ])
    }
    return table.lines
  }

  private var weightsText: String {
    let expected = "\(FixedDecimals.grouped(summary.expectedWeightBytes)) bytes"
    guard let weights = files.weights else { return expected + " as floats" }
    guard let found = foundWeightBytes else { return expected + " (no file here)" }
    return found == summary.expectedWeightBytes
      ? expected + ", as in \(VisibleText.of(weights))"
      : expected + ", but \(VisibleText.of(weights)) has \(FixedDecimals.grouped(found))"
  }

  private var classesText: String {
    let count = summary.heads.map(\.classCount).max() ?? 0
    if files.isCheckpoint, let labels { return "\(count): \(Self.list(labels.names))" }
    guard let names = files.names else { return "\(count), without names" }
    let file = VisibleText.of(names)
    return labels.map { "\(count), \($0.count) names in \(file)" } ?? "\(count), names in \(file)"
  }

  /// The first names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { VisibleText.of($0) }.joined(separator: ", ")
    return names.count <= 8 ? shown : shown + " and \(names.count - 8) more"
  }

  private static func gigaFLOP(_ operations: Int) -> String {
    FixedDecimals.text(Double(operations) / 1e9, decimals: 3)
  }

  private static func pixels(_ length: Float) -> String {
    Int(exactly: length).map(String.init) ?? length.description
  }
}
