import CommandLineKit
import MediaKit
import YOLOKit

extension EvaluationReport {
  /// Precision over recall: the means at overlaps of 0.50, 0.75 and 0.90, and each class at 0.50.
  func plot() -> PrecisionRecallPlot {
    let overlaps = [("0.50", 0), ("0.75", 5), ("0.90", 8)]
    return PrecisionRecallPlot(
      title: "Precision over recall of \(VisibleText.of(run.files.name))",
      subtitle: "\(scorer.imageCount) pictures, \(scorer.objectCount) objects, "
        + "\(classes.count) classes, \(scorer.method.title)",
      means: overlaps.map { name, number in
        let (curve, value) = mean(atOverlap: number)
        return .init("Mean, overlap \(name)", curve, value: value)
      },
      classes: classes.map { row in
        .init(
          VisibleText.of(row.name), curve(ofClass: row.index),
          value: row.metrics.first { $0.name == "AP50" }?.value)
      })
  }

  private func mean(atOverlap number: Int) -> ([Double], Double?) {
    switch score {
    case .coco(let result):
      let curve = result.meanPrecisions(atOverlap: number)
      return (curve, curve.isEmpty ? nil : curve.reduce(0, +) / Double(curve.count))
    case .yolov5(let result):
      let values = result.classes.compactMap { $0?.averagePrecisions[number] }
      return (
        result.meanPrecisions(atOverlap: number),
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
      )
    }
  }

  private func curve(ofClass index: Int) -> [Double] {
    switch score {
    case .coco(let result): result.classes[index].precisions(atOverlap: 0)
    case .yolov5(let result): result.classes[index]?.precisions(atOverlap: 0) ?? []
    }
  }
}
