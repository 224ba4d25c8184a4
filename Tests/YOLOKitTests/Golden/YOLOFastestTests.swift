import Foundation
import MediaKit
import TestSupport
import Testing

@testable import YOLOKit

/// Yolo-Fastest 1.1 (depthwise convolutions, shortcuts, several max-pools) on photographs, against
/// both Darknet programs.
@Suite(
  .enabled(
    if: TestFiles.sharedData("golden/yolo-fastest-1.1-detections.json") != nil,
    "needs the weights and photographs in ../shared/data"))
struct YOLOFastestTests {
  struct Golden: Decodable { let sets: [Set] }

  struct Set: Decodable {
    let set: String
    let images: [GoldenPhoto]
  }

  /// AlexeyAB's program decodes JPEG files itself, up to 3 of 255 apart, which moves scores by up to
  /// 0.006, boxes by a pixel or two, and lets one box near the limit of suppression come or go in
  /// bus.jpg and zidane.jpg.
  static let otherDecoder = DetectionTolerance(
    score: 0.008, edge: 4, nearThreshold: 0.02, strays: 1)

  @Test(arguments: ["letterbox-2018", "letterbox-alexeyab", "stretch-alexeyab"])
  func photosGiveDarknetsBoxes(name: String) throws {
    let path = try #require(TestFiles.sharedData("golden/yolo-fastest-1.1-detections.json"))
    let golden = try GoldenFiles.json(Golden.self, URL(fileURLWithPath: path))
    let set = try #require(golden.sets.first { $0.set == name })
    let isOriginal = name == "letterbox-2018"
    let model = try Model(
      configurationPath: try #require(TestFiles.weights("yolo-fastest-1.1.cfg")),
      weightsPath: try #require(TestFiles.weights("yolo-fastest-1.1.weights")),
      namesPath: TestFiles.weights("yolo-fastest-1.1.names"),
      dialect: isOriginal ? .original : .alexeyAB)
    let detector = try ObjectDetector(
      model: model,
      options: darknetOptions(
        threshold: 0.1, name.hasPrefix("stretch") ? .automatic : .letterbox))
    for photo in set.images {
      let image = try StillImage.read(try #require(TestFiles.sharedData("images/\(photo.image)")))
      let result = try detector.detect(image: image)
      photo.compare(
        with: result.detections, threshold: 0.1, isOriginal ? .samePixels : Self.otherDecoder)
    }
  }
}
