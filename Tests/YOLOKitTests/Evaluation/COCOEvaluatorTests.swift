import Testing

@testable import YOLOKit

/// The COCO method, against pycocotools.
@Suite struct COCOEvaluatorTests {
  @Test(arguments: [
    "mixed", "fine-scores", "flood", "sizes", "crowds", "first-id-zero", "one-picture",
    "only-crowds", "odd-boxes",
  ])
  func numbersArePycocotools(name: String) throws {
    let golden = try COCOGolden.read(name)
    var evaluator = COCOEvaluator(classCount: golden.categoryIDs.count)
    for picture in golden.pictures {
      evaluator.add(objects: picture.objects, detections: picture.detections)
    }
    let result = evaluator.result()
    #expect(result.imageCount == golden.ground_truth.images.count)
    #expect(golden.stats.count == 12)
    for (index, (found, expected)) in zip(result.stats, golden.stats).enumerated() {
      #expect(abs((found ?? -1) - expected) < 1e-6, "stat \(index): \(found ?? -1), \(expected)")
    }
    #expect(result.classes.count == golden.per_category.count)
    for (found, expected) in zip(result.classes, golden.per_category) {
      let pairs = [
        (found.averagePrecision, expected.AP), (found.averagePrecision50, expected.AP50),
        (found.averagePrecision75, expected.AP75), (found.averageRecall100, expected.AR100),
      ]
      for (number, (found, expected)) in pairs.enumerated() {
        #expect(abs((found ?? -1) - expected) < 1e-6, "class number \(number)")
      }
    }
    let curve = result.meanPrecisions(atOverlap: 0)
    #expect(curve.count == (golden.stats[0] < 0 ? 0 : 101))
    for (found, expected) in zip(curve, golden.mean_precision50) {
      #expect(abs(found - expected) < 1e-6)
    }
  }

  @Test func withoutPicturesThereAreNoNumbers() {
    let result = COCOEvaluator(classCount: 3).result()
    #expect(result.stats.allSatisfy { $0 == nil })
    #expect(result.classes.count == 3)
    #expect(COCOEvaluator(classCount: -1).result().classes.isEmpty)
    #expect(result.meanPrecisions(atOverlap: 0).isEmpty)
    #expect(result.meanPrecisions(atOverlap: 10).isEmpty)
  }

  @Test func unusableDetectionsAndUnknownClassesCountForNothing() {
    let box = EvaluationBox(x: 10, y: 10, width: 50, height: 50)
    let object = GroundTruthObject(classIndex: 0, box: box)
    let right = ScoredBox(classIndex: 0, box: box, score: 0.5)
    var plain = COCOEvaluator(classCount: 1)
    plain.add(objects: [object], detections: [right])
    var disturbed = COCOEvaluator(classCount: 1)
    disturbed.add(
      objects: [object, GroundTruthObject(classIndex: 7, box: box)],
      detections: [
        ScoredBox(classIndex: 0, box: box, score: .nan),
        ScoredBox(
          classIndex: 0, box: EvaluationBox(x: 0, y: 0, width: .infinity, height: 1), score: 0.9),
        ScoredBox(classIndex: -1, box: box, score: 0.9), right,
      ])
    #expect(plain.result() == disturbed.result())
    #expect(abs((plain.result().averagePrecision ?? -1) - 1) < 1e-12)
  }
}

extension COCOEvaluation {
  /// The twelve numbers in pycocotools' order.
  var stats: [Double?] {
    [
      averagePrecision, averagePrecision50, averagePrecision75, averagePrecisionSmall,
      averagePrecisionMedium, averagePrecisionLarge, averageRecall1, averageRecall10,
      averageRecall100, averageRecallSmall, averageRecallMedium, averageRecallLarge,
    ]
  }
}
