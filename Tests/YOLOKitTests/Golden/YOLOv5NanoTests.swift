import Foundation
import MediaKit
import TestSupport
import Testing

@testable import YOLOKit

/// The official YOLOv5n, read from its checkpoint, against PyTorch and upstream's code.
@Suite(
  .enabled(
    if: TestFiles.weights("yolov5n.pt") != nil,
    "needs yolov5n.pt in Weights or ../shared/data/weights"))
struct YOLOv5NanoTests {
  static func read(_ name: String) throws -> [Float] {
    try GoldenFiles.npy(
      try #require(TestFiles.sharedData("golden/raw/yolov5n-dog-320-\(name).npy")))
  }

  /// Layers and raw heads on the stored input of dog.jpg.
  @Test(
    .enabled(
      if: TestFiles.sharedData("golden/raw/yolov5n-dog-320-input.npy") != nil,
      "needs the tensors in ../shared/data"))
  func layersAndHeadsArePyTorchs() throws {
    let model = try Model(
      checkpointPath: try #require(TestFiles.weights("yolov5n.pt")), inputSize: (320, 320))
    let layers = [0, 4, 9, 13, 17, 20, 23, 24, 25, 26]
    let names =
      ["layer0", "layer4", "layer9", "layer13", "layer17", "layer20", "layer23"]
      + ["head0", "head1", "head2"]
    let outputs = try model.layerOutputs(
      input: channelsLast(try Self.read("input"), [3, 320, 320]), layers: layers)
    for (name, output) in zip(names, outputs) {
      let reference = try Self.read(name)
      // Of layer 0 the file holds the first channels only.
      let found = Array(output.planarValues.prefix(reference.count))
      let comparison = TensorComparison(found: found, reference: reference)
      #expect(comparison.relativeDifference <= 1e-4, "\(name): \(comparison)")
    }
  }

  struct Golden: Decodable {
    let sets: [Set]

    struct Set: Decodable {
      let set: String
      let options: Options
      let images: [Image]
    }

    struct Options: Decodable {
      let auto: Bool
      let conf_thres: Float
      let iou_thres: Float
      let multi_label: Bool
      let max_det: Int
    }

    struct Image: Decodable {
      let image: String
      let width: Int
      let height: Int
      let detections: [Item]
    }

    struct Item: Decodable {
      let xyxy: [Double]
      let score: Double
      let class_id: Int
    }
  }

  /// Photographs, with the options of `detect.py` and of `val.py`.
  @Test(
    .enabled(
      if: TestFiles.sharedData("golden/yolov5n-detections.json") != nil,
      "needs the photographs in ../shared/data"),
    arguments: ["yolov5n", "yolov5n-licenseplate", "yolov5n-numpy-globals"])
  func photosGiveUpstreamsBoxes(name: String) throws {
    let path = try #require(TestFiles.sharedData("golden/\(name)-detections.json"))
    let golden = try GoldenFiles.json(Golden.self, URL(fileURLWithPath: path))
    let model = try Model(checkpointPath: try #require(TestFiles.weights("\(name).pt")))
    for set in golden.sets {
      var options = ObjectDetectorOptions()
      options.scoreThreshold = set.options.conf_thres
      options.overlapThreshold = set.options.iou_thres
      options.isMultiLabel = set.options.multi_label
      options.maxResults = set.options.max_det
      options.resizePolicy = set.options.auto ? .rectangle : .letterbox
      let detector = try ObjectDetector(model: model, options: options)
      for photo in set.images {
        let image = try StillImage.read(
          try #require(
            TestFiles.sharedData("images/\(photo.image)")
              ?? TestFiles.sharedData("coco128/images/\(photo.image)")))
        let found = try detector.detect(image: image).detections
        let expected = GoldenPhoto(
          image: "\(name), \(set.set), \(photo.image)", width: photo.width, height: photo.height,
          // Upstream also reports boxes of which clipping leaves nothing; those are dropped here.
          detections: photo.detections
            .filter { $0.xyxy[2] > $0.xyxy[0] && $0.xyxy[3] > $0.xyxy[1] }
            .map { .init(xyxy_px: $0.xyxy, prob: $0.score, class_id: $0.class_id) })
        expected.compare(
          with: found, threshold: Double(set.options.conf_thres), .samePixels)
      }
    }
  }
}
