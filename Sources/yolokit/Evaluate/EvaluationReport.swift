import YOLOKit

/// What an evaluation found out.
struct EvaluationReport {
  /// A number with what it is called.
  struct Metric {
    /// The name in JSON and in tables.
    let name: String
    /// 0…1; nil where there was nothing to find.
    let value: Double?

    init(_ name: String, _ value: Double?) {
      self.name = name
      self.value = value
    }
  }

  /// The numbers of one class.
  struct ClassRow {
    /// The class's index.
    let index: Int
    /// The class's name.
    let name: String
    /// How many objects of it there are.
    let objectCount: Int
    /// Its numbers.
    let metrics: [Metric]
  }

  /// The model.
  let run: RunReport
  /// The options in use.
  let options: ObjectDetectorOptions
  /// How pictures were fitted into the network's input; nil where none was looked at.
  let resizePolicy: ResizePolicy?
  /// What was counted.
  let scorer: EvaluationScorer
  /// The numbers.
  let score: EvaluationScore
  /// The names of the classes.
  let classNames: [String]
  /// Pictures that gave no result.
  let failures: [FailureReport]
  /// Pictures that were left out on request.
  let skipped: [FailureReport]

  /// The numbers of all classes together; the first one is the most important.
  var metrics: [Metric] {
    switch score {
    case .coco(let result):
      [
        Metric("mAP50-95", result.averagePrecision),
        Metric("mAP50", result.averagePrecision50),
        Metric("mAP75", result.averagePrecision75),
        Metric("mAP50-95Small", result.averagePrecisionSmall),
        Metric("mAP50-95Medium", result.averagePrecisionMedium),
        Metric("mAP50-95Large", result.averagePrecisionLarge),
        Metric("AR1", result.averageRecall1),
        Metric("AR10", result.averageRecall10),
        Metric("AR100", result.averageRecall100),
        Metric("ARSmall", result.averageRecallSmall),
        Metric("ARMedium", result.averageRecallMedium),
        Metric("ARLarge", result.averageRecallLarge),
      ]
    case .yolov5(let result):
      [
        Metric("mAP50-95", result.averagePrecision),
        Metric("mAP50", result.averagePrecision50),
        Metric("precision", result.precision),
        Metric("recall", result.recall),
      ]
    }
  }

  /// The classes of which there was something to find.
  var classes: [ClassRow] {
    switch score {
    case .coco(let result):
      result.classes.enumerated().filter { $0.element.objectCount > 0 }.map { index, numbers in
        ClassRow(
          index: index, name: classNames[index], objectCount: numbers.objectCount,
          metrics: [
            Metric("AP50-95", numbers.averagePrecision),
            Metric("AP50", numbers.averagePrecision50),
            Metric("AP75", numbers.averagePrecision75),
            Metric("AR100", numbers.averageRecall100),
          ])
      }
    case .yolov5(let result):
      result.classes.enumerated().compactMap { index, numbers in
        numbers.map {
          ClassRow(
            index: index, name: classNames[index], objectCount: $0.objectCount,
            metrics: [
              Metric("AP50-95", $0.averagePrecision), Metric("AP50", $0.averagePrecision50),
              Metric("precision", $0.precision), Metric("recall", $0.recall),
            ])
        }
      }
    }
  }
}
