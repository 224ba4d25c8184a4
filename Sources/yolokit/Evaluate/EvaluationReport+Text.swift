import CommandLineKit
import YOLOKit

extension EvaluationReport {
  /// The report as lines for a person.
  ///
  /// - Parameter showsClasses: Whether to add a table of the classes.
  /// - Returns: The lines, each with a line break.
  func text(showsClasses: Bool) -> String {
    var lines = [heading, ""]
    switch score {
    case .coco(let result): lines += Self.table(of: result)
    case .yolov5(let result): lines += table(of: result)
    }
    if showsClasses, !classes.isEmpty { lines += [""] + classTable }
    return lines.joined(separator: "\n") + "\n"
  }

  private var heading: String {
    let crowds =
      scorer.crowdCount > 0 ? " and " + Self.count(scorer.crowdCount, "crowd") : ""
    return "\(VisibleText.of(run.files.name)), \(Self.count(scorer.imageCount, "picture")) with "
      + "\(Self.count(scorer.objectCount, "object"))\(crowds) (\(scorer.method.title)):"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The twelve numbers of the COCO challenge by the size of the objects.
  private static func table(of result: COCOEvaluation) -> [String] {
    var table = TextTable([.left, .right, .right, .right, .right], indent: "  ")
    table.append(["", "all", "small", "medium", "large"])
    let rows: [(String, [Double?])] = [
      (
        "mAP50-95",
        [
          result.averagePrecision, result.averagePrecisionSmall, result.averagePrecisionMedium,
          result.averagePrecisionLarge,
        ]
      ),
      ("mAP50", [result.averagePrecision50]),
      ("mAP75", [result.averagePrecision75]),
      ("AR1", [result.averageRecall1]),
      ("AR10", [result.averageRecall10]),
      (
        "AR100",
        [
          result.averageRecall100, result.averageRecallSmall, result.averageRecallMedium,
          result.averageRecallLarge,
        ]
      ),
    ]
    for (name, values) in rows { table.append([name] + values.map(cell)) }
    return table.lines
  }

  private func table(of result: YOLOv5Evaluation) -> [String] {
    var table = TextTable([.left, .right], indent: "  ")
    for metric in metrics { table.append([metric.name, Self.cell(metric.value)]) }
    guard let score = result.bestScore else { return table.lines }
    return table.lines + [
      "",
      "  Precision and recall are those at a score of \(FixedDecimals.text(score, decimals: 3)).",
    ]
  }

  private var classTable: [String] {
    let names = classes.first?.metrics.map(\.name) ?? []
    var table = TextTable([.left, .right] + names.map { _ in .right }, indent: "  ")
    table.append(["Class", "Objects"] + names)
    for row in classes {
      table.append(
        [VisibleText.of(row.name), String(row.objectCount)]
          + row.metrics.map { Self.cell($0.value) })
    }
    return table.lines
  }

  /// A number to three decimals; a dash where there is none.
  private static func cell(_ value: Double?) -> String {
    value.map { FixedDecimals.text($0, decimals: 3) } ?? "-"
  }
}
