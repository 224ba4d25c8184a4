import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Whether this is an optimised build: without, 128 pictures take minutes.
private let isRelease: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()

/// Darknet models on 128 pictures of COCO, against the accuracy of Darknet's own programs.
@Suite(
  .enabled(
    if: COCO128.isThere && TestFiles.sharedData("golden/coco128-map-darknet.json") != nil,
    "needs the pictures and goldens in ../shared/data"),
  .enabled(if: isRelease, "needs swift test -c release -Xswiftc -enable-testing"))
struct COCO128AccuracyTests {
  struct Golden: Decodable {
    let sets: [Set]

    struct Set: Decodable {
      let set: String
      let stats: [String: Double]
      let images: Int
      let detections: Int
      let per_class: [Class]
    }

    struct Class: Decodable {
      let class_id: Int
      let instances: Int
    }
  }

  /// The same decoder of JPEG files gives the same numbers; AlexeyAB's program has another one, which
  /// moves boxes by a pixel.
  @Test(
    .enabled(
      if: TestFiles.weights("yolov3-tiny.weights") != nil,
      "needs Weights/yolov3-tiny.weights: run Tools/fetch-weights"),
    arguments: [("yolov3-tiny", "coco", 1e-4), ("yolo-fastest-1.1", "yolo-fastest-1.1", 1e-3)])
  func accuracyIsDarknets(name: String, names: String, tolerance: Double) throws {
    let path = try #require(TestFiles.sharedData("golden/coco128-map-darknet.json"))
    let golden = try GoldenFiles.json(Golden.self, URL(fileURLWithPath: path))
    let expected = try #require(golden.sets.first { $0.set == name })
    let model = try Model(
      configurationPath: #require(TestFiles.weights("\(name).cfg") as String?),
      weightsPath: #require(TestFiles.weights("\(name).weights") as String?),
      namesPath: TestFiles.weights("\(names).names"))
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.005
    let pictures = try COCO128().pictures(model, options)
    #expect(pictures.count == expected.images)
    let found = pictures.reduce(0) { $0 + $1.detections.count }
    #expect(abs(found - expected.detections) <= 10, "\(found) detections")
    let result = pictures.cocoEvaluation(classCount: model.labels.count)
    for (key, value) in [
      ("AP50-95", result.averagePrecision), ("AP50", result.averagePrecision50),
      ("AP75", result.averagePrecision75),
    ] {
      let reference = try #require(expected.stats[key])
      #expect(abs((value ?? -1) - reference) < tolerance, "\(key): \(value ?? -1), \(reference)")
    }
    for row in expected.per_class {
      #expect(result.classes[row.class_id].objectCount == row.instances)
    }
    // The other labels have the same objects, so the other method's numbers are not far.
    let other = pictures.yolov5Evaluation(classCount: model.labels.count)
    let difference = abs((other.averagePrecision50 ?? -1) - (result.averagePrecision50 ?? 0))
    #expect(difference < 0.02, "\(difference)")
    #expect(other.classes.reduce(0) { $0 + ($1?.objectCount ?? 0) } == 929)
  }
}

/// YOLOv5n on the same pictures, against upstream's `val.py` in both of its letterbox manners.
@Suite(
  .enabled(
    if: COCO128.isThere && TestFiles.sharedData("golden/coco128-map-yolov5n.json") != nil
      && TestFiles.weights("yolov5n.pt") != nil,
    "needs the pictures, goldens and yolov5n.pt in ../shared/data"),
  .enabled(if: isRelease, "needs swift test -c release -Xswiftc -enable-testing"))
struct COCO128YOLOv5Tests {
  struct Golden: Decodable {
    let sets: [Set]

    struct Set: Decodable {
      let set: String
      let mAP50: Double
      let mAP: Double

      enum CodingKeys: String, CodingKey {
        case set, mAP50
        case mAP = "mAP50-95"
      }
    }
  }

  @Test(arguments: [("square", ResizePolicy.validationLetterbox), ("rect", .validationRectangle)])
  func accuracyIsUpstreams(set: String, policy: ResizePolicy) throws {
    let path = try #require(TestFiles.sharedData("golden/coco128-map-yolov5n.json"))
    let golden = try GoldenFiles.json(Golden.self, URL(fileURLWithPath: path))
    let expected = try #require(golden.sets.first { $0.set == set })
    let model = try Model(checkpointPath: try #require(TestFiles.weights("yolov5n.pt")))
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.001
    options.overlapThreshold = 0.6
    options.isMultiLabel = true
    options.maxResults = 300
    options.resizePolicy = policy
    let result = try COCO128().pictures(model, options)
      .yolov5Evaluation(classCount: model.labels.count)
    #expect(abs((result.averagePrecision ?? -1) - expected.mAP) < 0.001)
    #expect(abs((result.averagePrecision50 ?? -1) - expected.mAP50) < 0.001)
  }
}
