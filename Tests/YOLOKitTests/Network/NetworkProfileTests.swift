import Foundation
import TestSupport
import Testing

@testable import YOLOKit

@Suite struct NetworkProfileTests {
  private static let configuration = """
    [net]
    width=32
    height=32
    channels=3

    [convolutional]
    batch_normalize=1
    filters=8
    size=3
    pad=1
    activation=leaky

    [maxpool]
    size=2
    stride=2

    [route]
    layers=-1

    [convolutional]
    filters=7
    size=1
    activation=mish

    [yolo]
    mask=0
    anchors=4,4
    classes=2
    num=1
    """

  private static func detector() throws -> ObjectDetector {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("profile.cfg")
    try configuration.write(to: file, atomically: true, encoding: .utf8)
    // Which kernels there are depends on the machine; this backend is everywhere.
    var options = ObjectDetectorOptions()
    options.backend = .blas
    return try ObjectDetector(
      model: Model(syntheticWeightsFor: file.path, seed: 1), options: options)
  }

  private static func picture() throws -> PixelImage {
    try PixelImage(
      width: 40, height: 30, format: .rgb, bytes: [UInt8](repeating: 90, count: 40 * 30 * 3))
  }

  @Test func layersThatComputeAreListed() throws {
    let detector = try Self.detector()
    let layers = try detector.profile(image: Self.picture(), runs: 3, warmUp: 1)
    #expect(layers.map(\.layer) == [0, 1, 3])
    #expect(layers.map(\.kind) == ["convolutional", "maxpool", "convolutional"])
    #expect(layers.map(\.steps) == [["convolution"], ["pooling"], ["convolution"]])
    #expect(layers.allSatisfy { $0.seconds > 0 })
    #expect(layers[0].floatingPointOperations == 2 * 32 * 32 * 8 * 27)
    #expect(layers[2].outputShape == FeatureShape(height: 16, width: 16, channels: 7))
    #expect(
      layers[2].operationsPerSecond == Double(2 * 16 * 16 * 7 * 8) / layers[2].seconds)
  }

  @Test func profilingLeavesDetectionAsItIs() throws {
    let detector = try Self.detector()
    let before = try detector.detect(image: Self.picture()).detections
    _ = try detector.profile(image: Self.picture(), runs: 2, warmUp: 0)
    #expect(try detector.detect(image: Self.picture()).detections == before)
  }

  @Test(arguments: [(0, 0, "runs"), (-1, 0, "runs"), (1, -1, "warmUp"), (1, Int.max, "warmUp")])
  func numbersOutOfRangeAreRefused(runs: Int, warmUp: Int, name: String) throws {
    let detector = try Self.detector()
    let picture = try Self.picture()
    let error = #expect(throws: ObjectDetectorError.self) {
      try detector.profile(image: picture, runs: runs, warmUp: warmUp)
    }
    guard case .invalidOption(let option, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(option == name)
  }
}
