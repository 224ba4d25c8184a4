import CommandLineKit
import YOLOKit

/// Writes results as lines for a person.
///
///     street.jpg
///       dog:     86%  (131, 220)-(309, 541)
///       bicycle: 74%  (117, 125)-(569, 431)
struct TextReportWriter: ReportWriter {
  private var hasWritten = false

  mutating func begin(_ run: RunReport) -> String { "" }

  mutating func picture(_ report: PictureReport) -> String {
    defer { hasWritten = true }
    let lines = ["\(report.path)"] + Self.lines(report.result.detections)
    return (hasWritten ? "\n" : "") + lines.joined(separator: "\n") + "\n"
  }

  /// Failures are told on standard error.
  mutating func failure(_ report: FailureReport) -> String { "" }

  mutating func end() -> String { "" }

  private static func lines(_ detections: [Detection]) -> [String] {
    guard !detections.isEmpty else { return ["  no objects"] }
    // The signs are columns of their own, so that blanks stand between sign and number.
    let number = TextTable.Alignment.right
    var corners = TextTable(
      [.left, number, .left, number, .left, number, .left, number, .left], separator: "")
    for detection in detections {
      let box = detection.boundingBox
      corners.append([
        "(", pixels(box.xMin), ", ", pixels(box.yMin), ")-(", pixels(box.xMax), ", ",
        pixels(box.yMax), ")",
      ])
    }
    var table = TextTable([.left, .right, .left], separator: "", indent: "  ")
    for (detection, corner) in zip(detections, corners.lines) {
      let category = detection.category
      table.append([
        VisibleText.of(category.categoryName) + ":",
        " " + FixedDecimals.text(Double(category.score) * 100, decimals: 0) + "%", "  " + corner,
      ])
    }
    return table.lines
  }

  private static func pixels(_ position: Float) -> String {
    FixedDecimals.text(Double(position), decimals: 0)
  }
}
