import Foundation
import MediaKit
import TestSupport
import Testing

@testable import YOLOKit

/// The official YOLOv3-tiny on photographs, against Debian's darknet.
@Suite(
  .enabled(
    if: TestFiles.weights("yolov3-tiny.weights") != nil,
    "needs Weights/yolov3-tiny.weights: run Tools/fetch-weights"))
struct YOLOv3TinyTests {
  struct Golden: Decodable { let images: [GoldenPhoto] }

  static func model() throws -> Model {
    try Model(
      configurationPath: try #require(TestFiles.weights("yolov3-tiny.cfg")),
      weightsPath: try #require(TestFiles.weights("yolov3-tiny.weights")),
      namesPath: TestFiles.weights("coco.names"))
  }

  /// The seven photographs of the shared folder.
  @Test(
    .enabled(
      if: TestFiles.sharedData("golden/yolov3-tiny-detections.json") != nil,
      "needs the photographs in ../shared/data"))
  func sharedPhotosGiveDarknetsBoxes() throws {
    let golden = try #require(TestFiles.sharedData("golden/yolov3-tiny-detections.json"))
    try compare(URL(fileURLWithPath: golden), count: 7) { TestFiles.sharedData("images/\($0)") }
  }

  /// The two photographs of the demo.
  @Test(
    .enabled(
      if: TestFiles.weights("photos/coffee.png") != nil,
      "needs Weights/photos: run Tools/fetch-weights"))
  func demoPhotosGiveDarknetsBoxes() throws {
    try compare(GoldenNet.file("yolov3-tiny-cc0-detections.json"), count: 2) {
      TestFiles.weights("photos/\($0)")
    }
  }

  private func compare(_ golden: URL, count: Int, _ path: (String) -> String?) throws {
    let file = try GoldenFiles.json(Golden.self, golden)
    #expect(file.images.count == count)
    let detector = try ObjectDetector(
      model: try Self.model(), options: darknetOptions(threshold: 0.1, .automatic))
    for photo in file.images {
      let image = try StillImage.read(try #require(path(photo.image)))
      #expect((image.width, image.height) == (photo.width, photo.height))
      let result = try detector.detect(image: image)
      #expect(result.resizePolicy == .letterbox)
      photo.compare(with: result.detections, threshold: 0.1, .samePixels)
    }
  }

  /// Layers on the stored input of dog.jpg.
  @Test(
    .enabled(
      if: TestFiles.sharedData("golden/raw/yolov3-tiny-dog-416-input.npy") != nil,
      "needs the tensors in ../shared/data"))
  func layersAreDarknets() throws {
    let read = { (name: String) in
      try GoldenFiles.npy(
        try #require(TestFiles.sharedData("golden/raw/yolov3-tiny-dog-416-\(name).npy")))
    }
    let input = channelsLast(try read("input"), [3, 416, 416])
    let outputs = try Self.model().layerOutputs(input: input, layers: [0, 5, 10, 12, 16, 23])
    let names = ["layer0", "layer5", "layer10", "layer12", "yolo16", "yolo23"]
    for (name, output) in zip(names, outputs) {
      let reference = try read(name)
      let found =
        name == "layer0"
        ? Self.middle(of: output) : Array(output.planarValues.prefix(reference.count))
      let comparison = TensorComparison(found: found, reference: reference)
      #expect(comparison.relativeDifference <= 1e-4, "\(name): \(comparison)")
    }
  }

  /// What the golden file of layer 0 holds: 8 channels of the middle 104 rows and columns; those of
  /// the other layers hold the first channels.
  private static func middle(of output: LayerOutput) -> [Float] {
    var values: [Float] = []
    for channel in 0..<8 {
      for row in 156..<260 {
        for column in 156..<260 {
          values.append(
            output.values[(row * output.shape.width + column) * output.shape.channels + channel])
        }
      }
    }
    return values
  }
}
