import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Nets of the wider Darknet family, as AlexeyAB's program computes them from formula-made weights.
///
/// The goldens are not part of the repository: they are looked for in the shared folder.
@Suite(
  .enabled(
    if: TestFiles.sharedData("golden/darknet-family/goldens.json") != nil,
    "needs the goldens of AlexeyAB's program in ../shared/data"))
struct AlexeyABLayerTests {
  static let nets: [String] = {
    guard let path = TestFiles.sharedData("golden/darknet-family/goldens.json"),
      let file = try? GoldenFiles.json(File.self, URL(fileURLWithPath: path))
    else { return [] }
    return file.nets.keys.sorted()
  }()

  struct File: Decodable { let nets: [String: Net] }

  struct Net: Decodable {
    let cfg: String
    let input: [Int]
    let seed: UInt64
    let gain: Double
    let input_seed: UInt64
    let weight_count: Int
    let layers: [Layer]
  }

  struct Layer: Decodable {
    let layer: Int
    let type: String
    let file: String
    let shape: [Int]
    let order: String
    let std: Float
  }

  @Test(arguments: nets) func recordedLayersAreDarknets(name: String) throws {
    let folder = try #require(TestFiles.sharedData("golden/darknet-family"))
    let file = try GoldenFiles.json(
      File.self, URL(fileURLWithPath: folder).appendingPathComponent("goldens.json"))
    let net = try #require(file.nets[name])
    let model = try Model(
      syntheticWeightsFor: "\(folder)/\(net.cfg)", seed: net.seed, gain: net.gain,
      dialect: .alexeyAB)
    #expect(model.summary.parameterCount == net.weight_count)
    let input = SeededGenerator.goldenInput(
      seed: net.input_seed, count: net.input.reduce(1, *))
    let outputs = try model.layerOutputs(
      input: channelsLast(input, net.input), layers: net.layers.map(\.layer))
    for (layer, output) in zip(net.layers, outputs) {
      let reference = try GoldenFiles.npy("\(folder)/\(layer.file)")
      let found = Self.ordered(output, as: layer)
      let comparison = TensorComparison(found: found, reference: reference)
      #expect(
        comparison.relativeDifference <= 1e-4
          && comparison.largestDifference <= 0.0005 * layer.std + 0.00001,
        "\(name), layer \(layer.layer) [\(layer.type)]: \(comparison)")
    }
  }

  /// The output in the order that the golden file has.
  private static func ordered(_ output: LayerOutput, as layer: Layer) -> [Float] {
    layer.order == "C,H,W" ? output.planarValues : output.values
  }
}
