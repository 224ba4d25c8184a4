import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// The cfg files that Debian's darknet ships, with formula-made weights.
///
/// The cfg files belong to that package, so they are read where it puts them.
@Suite struct ShippedNetTests {
  static let folder = "/usr/share/darknet/cfg"
  static let isInstalled = FileManager.default.fileExists(atPath: folder)
  static let nets = [
    "yolov1-tiny", "yolov2", "yolov2-tiny", "yolov2-tiny-voc", "yolov2-voc", "yolov3",
    "yolov3-openimages", "yolov3-spp", "yolov3-tiny", "yolov3-voc",
  ]

  struct Golden: Decodable {
    let input: [Int]
    let seed: UInt64
    let gain: Double
    let input_seed: UInt64
    let weight_count: Int
    let layer_count: Int
    let layers: [Layer]

    struct Layer: Decodable {
      let index: Int
      let type: String
      let shape: [Int]
      let offset: Int
      let step: Int
      let count: Int
    }
  }

  @Test(
    .enabled(if: isInstalled, "needs the Debian package darknet for its cfg files"),
    arguments: nets)
  func sampledLayersAreDarknets(name: String) throws {
    let file = GoldenNet.file("darknet-shipped/\(name)")
    let golden = try GoldenFiles.json(Golden.self, file.appendingPathExtension("json"))
    let values = try GoldenFiles.floats(file.appendingPathExtension("f32"))
    let model = try Model(
      syntheticWeightsFor: "\(Self.folder)/\(name).cfg", seed: golden.seed, gain: golden.gain,
      inputSize: (width: golden.input[2], height: golden.input[1]))
    #expect(model.summary.parameterCount == golden.weight_count)
    #expect(model.summary.layers.count == golden.layer_count)
    let input = SeededGenerator.goldenInput(
      seed: golden.input_seed, count: golden.input.reduce(1, *))
    let outputs = try model.layerOutputs(
      input: channelsLast(input, golden.input), layers: golden.layers.map(\.index))
    for (layer, output) in zip(golden.layers, outputs) {
      let comparison = TensorComparison(
        found: output.planarValues,
        reference: Array(values[layer.offset..<layer.offset + layer.count]),
        places: stride(from: 0, to: layer.step * layer.count, by: layer.step))
      #expect(
        comparison.relativeDifference <= 1e-4,
        "\(name), layer \(layer.index) [\(layer.type)]: \(comparison)")
    }
  }

  @Test(
    .enabled(if: isInstalled, "needs the Debian package darknet for its cfg files"),
    arguments: [("yolov1", "[local]"), ("yolo9000", "a class tree")])
  func othersAreRefusedByName(name: String, what: String) throws {
    let error = #expect(throws: ModelFormatError.self) {
      try Model.summary(configurationPath: "\(Self.folder)/\(name).cfg")
    }
    #expect(error?.description.contains(what) ?? false, "\(String(describing: error))")
  }
}
