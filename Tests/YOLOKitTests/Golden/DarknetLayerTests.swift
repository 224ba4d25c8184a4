import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Every layer of small nets, as Debian's darknet computes it from the same weights and input.
@Suite struct DarknetLayerTests {
  static let nets = [
    "activations", "classifier", "conv-groups", "conv-sizes", "detection", "detection-softmax",
    "downsample", "joins", "normalizations", "one-pixel", "pooling", "region-background",
    "region-logistic", "region-softmax", "reorg-flatten", "yolo-two-heads",
  ]

  @Test(arguments: nets) func everyLayerIsDarknets(net: String) throws {
    let golden = try GoldenNet(net)
    let model = try golden.model()
    let outputs = try model.layerOutputs(input: golden.input, layers: golden.layers.map(\.index))
    for (layer, output) in zip(golden.layers, outputs) {
      #expect(
        [output.shape.channels, output.shape.height, output.shape.width] == layer.shape,
        "\(net), layer \(layer.index)")
      let comparison = TensorComparison(
        found: output.planarValues, reference: try golden.values(of: layer))
      #expect(
        comparison.relativeDifference <= 1e-4,
        "\(net), layer \(layer.index) [\(layer.type)]: \(comparison)")
    }
  }

  /// Threads and repetitions change nothing; each run of the same plan gives the same bits.
  @Test(arguments: ["conv-groups", "joins", "yolo-two-heads"])
  func threadsAndRepetitionsAgree(net: String) throws {
    let golden = try GoldenNet(net)
    let model = try golden.model()
    let layers = golden.layers.map(\.index)
    let first = try model.layerOutputs(input: golden.input, layers: layers, threads: 1)
    for threads in [1, 2, 3, 4, 2] {
      let again = try model.layerOutputs(input: golden.input, layers: layers, threads: threads)
      for (a, b) in zip(first, again) {
        #expect(a.values == b.values, "\(net), layer \(a.layer), \(threads) threads")
      }
    }
  }

  /// The memory plan, which lets buffers share places, changes nothing either: what the heads give
  /// is the same whether all layers are kept or none.
  @Test(arguments: ["joins", "yolo-two-heads", "region-softmax"])
  func keepingLayersChangesNothing(net: String) throws {
    let golden = try GoldenNet(net)
    let model = try golden.model()
    let last = golden.layers.count - 1
    let all = try model.layerOutputs(input: golden.input, layers: Array(0...last))
    let one = try model.layerOutputs(input: golden.input, layers: [last])
    #expect(all.last?.values == one.first?.values)
  }

  /// A weights file with the same numbers loads to the same network, for both header versions.
  @Test(arguments: nets, [20, 16]) func weightsFileIsRead(net: String, headerLength: Int) throws {
    let golden = try GoldenNet(net)
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let weights = folder.appendingPathComponent("net.weights")
    try golden.weightsFile(headerLength: headerLength).write(to: weights)
    let model = try Model(configurationPath: golden.cfg.path, weightsPath: weights.path)
    let last = [golden.layers.count - 1]
    let fromFile = try model.layerOutputs(input: golden.input, layers: last)
    let fromFormula = try golden.model().layerOutputs(input: golden.input, layers: last)
    #expect(fromFile.first?.values == fromFormula.first?.values)
    #expect(model.warnings.filter { $0.contains("counter") }.isEmpty)
  }
}
