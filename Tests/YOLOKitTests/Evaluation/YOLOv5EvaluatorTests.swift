import Testing

@testable import YOLOKit

/// The YOLOv5 method, against YOLOv5's own code.
@Suite struct YOLOv5EvaluatorTests {
  @Test(arguments: ["mixed", "many-labels", "one-class", "poor", "flood", "nothing-right"])
  func numbersAreYOLOv5s(name: String) throws {
    let golden = try YOLOv5Golden.read(name)
    let classCount = 1 + (golden.labels + golden.detections).reduce(0) { max($0, Int($1[1])) }
    var evaluator = YOLOv5Evaluator(classCount: classCount)
    for picture in golden.pictures {
      evaluator.add(objects: picture.objects, detections: picture.detections)
    }
    let result = evaluator.result()
    #expect(result.imageCount == golden.images)
    expect(result.precision, golden.precision, "P")
    expect(result.recall, golden.recall, "R")
    expect(result.averagePrecision50, golden.mAP50, "mAP50")
    expect(result.averagePrecision, golden.mAP, "mAP50-95")
    for expected in golden.per_class {
      let found = try #require(result.classes[expected.index])
      expect(found.precision, expected.precision, "P of \(expected.index)")
      expect(found.recall, expected.recall, "R of \(expected.index)")
      expect(found.averagePrecision50, expected.mAP50, "mAP50 of \(expected.index)")
      expect(found.averagePrecision, expected.mAP, "mAP50-95 of \(expected.index)")
    }
    // Where nothing is right YOLOv5 lists no classes.
    #expect((result.bestScore == nil) == golden.per_class.isEmpty)
    if result.bestScore != nil {
      #expect(result.classes.count { $0 != nil } == golden.per_class.count)
    }
  }

  private func expect(_ found: Double?, _ expected: Double, _ what: String) {
    #expect(abs((found ?? -1) - expected) < 1e-6, "\(what): \(found ?? -1), \(expected)")
  }

  /// An object goes to the detection with the best score of those that overlap it enough, even where
  /// another one overlaps it more: a rule that tells YOLOv5 from COCO.
  @Test func theBestScoreTakesTheObject() throws {
    let object = GroundTruthObject(
      classIndex: 0, box: EvaluationBox(x: 0, y: 0, width: 100, height: 100))
    var evaluator = YOLOv5Evaluator(classCount: 1)
    evaluator.add(
      objects: [object],
      detections: [
        ScoredBox(classIndex: 0, box: object.box, score: 0.5),
        ScoredBox(
          classIndex: 0, box: EvaluationBox(x: 0, y: 0, width: 100, height: 72), score: 0.9),
      ])
    let found = try #require(evaluator.result().classes[0])
    // 0.50 to 0.70 are right with the first detection, 0.75 to 0.95 with the second only.
    #expect(found.averagePrecisions[4] > 0.99)
    #expect(abs(found.averagePrecisions[5] - 0.5) < 0.01)
  }

  @Test func crowdsAreLeftOut() {
    let box = EvaluationBox(x: 0, y: 0, width: 100, height: 100)
    var evaluator = YOLOv5Evaluator(classCount: 2)
    evaluator.add(
      objects: [GroundTruthObject(classIndex: 0, box: box, isCrowd: true)], detections: [])
    let result = evaluator.result()
    #expect(result.classes == [nil, nil])
    #expect(result.precision == nil && result.averagePrecision == nil)
    #expect(result.meanPrecisions(atOverlap: 0).isEmpty)
  }
}
