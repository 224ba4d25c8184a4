import TestSupport
import Testing

@testable import YOLOKit

/// The structure of ONNX files; that other runtimes compute the same from them is what
/// `Tools/check-onnx` shows.
@Suite struct ONNXFileTests {
  private static func contents(
    _ model: Model, _ outputs: ONNXOutputs = .raw
  ) throws -> ONNXContents {
    let folder = try ModelFolder()
    let path = folder.path("a.onnx")
    try model.write(onnxTo: path, program: "test", outputs: outputs)
    return try ONNXContents(path: path)
  }

  /// Every name that is read stands before, every constant has as many bytes as its shape says.
  private static func check(_ contents: ONNXContents) {
    #expect(contents.version == 8)
    #expect(contents.operatorSet == 13)
    var known = Set(contents.tensors.keys).union(contents.inputs.keys).union([""])
    for node in contents.nodes {
      #expect(node.inputs.allSatisfy(known.contains), "\(node)")
      #expect(node.outputs.count == 1 && known.insert(node.outputs[0]).inserted, "\(node)")
    }
    #expect(contents.outputs.keys.allSatisfy(known.contains))
    for (name, tensor) in contents.tensors {
      #expect(tensor.type == 1 || tensor.type == 7)
      #expect(
        tensor.data.count == tensor.shape.reduce(1, *) * (tensor.type == 1 ? 4 : 8), "\(name)")
    }
  }

  @Test(arguments: ConvertedModelTests.nets) func darknetNetsAreWellFormed(name: String) throws {
    let model = try GoldenNet(name).model()
    let contents = try Self.contents(model)
    Self.check(contents)
    let shape = model.summary.inputShape
    #expect(contents.inputs == ["images": [1, shape.channels, shape.height, shape.width]])
    let sources = model.network.heads.map(\.source)
    #expect(contents.outputs.count == max(sources.count, 1))
    for (index, source) in sources.enumerated() {
      #expect(contents.outputs["output\(index)"] == model.network.shape(of: source).planarSides)
    }
    let convolutions = model.network.nodes.count {
      if case .convolution = $0.operation { true } else { false }
    }
    #expect(contents.counts["Conv", default: 0] == convolutions)
  }

  @Test func filtersAreInONNXsOrder() throws {
    let model = try GoldenNet("conv-groups").model()
    let contents = try Self.contents(model)
    var compared = 0
    for (index, node) in model.network.nodes.enumerated() {
      guard case .convolution(let convolution) = node.operation else { continue }
      let name = TensorNames(node: index, layer: node.layer)("weight")
      let tensor = try #require(contents.tensors[name])
      let window = convolution.window
      let sides = [
        convolution.filters, convolution.channels, window.kernelHeight, window.kernelWidth,
      ]
      #expect(tensor.shape == sides)
      let floats = tensor.floats
      for place in floats.indices {
        let (rest, x) = place.quotientAndRemainder(dividingBy: window.kernelWidth)
        let (rest2, y) = rest.quotientAndRemainder(dividingBy: window.kernelHeight)
        let (filter, channel) = rest2.quotientAndRemainder(dividingBy: convolution.channels)
        let own = ((filter * window.kernelHeight + y) * window.kernelWidth + x)
        #expect(floats[place] == convolution.weights[own * convolution.channels + channel])
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  @Test func operatorsOfAYOLOv5Net() throws {
    let path = GoldenNet.file("yolov5/checkpoints/v6-s.pt").path
    let model = try Model(checkpointPath: path, inputSize: (128, 64))
    let contents = try Self.contents(model)
    Self.check(contents)
    #expect(contents.counts["MaxPool"] == 3)
    #expect(contents.counts["Resize"] == 2)
    #expect(contents.outputs["output0"]?.suffix(2) == [8, 16])
    #expect(contents.properties["names"]?.hasPrefix("[\"") ?? false)
    let decoded = try Self.contents(model, .decoded)
    Self.check(decoded)
    let boxes = model.summary.heads.reduce(0) { $0 + $1.boxCount }
    #expect(decoded.outputs == ["output0": [1, boxes, 5 + model.labels.count]])
  }

  @Test(arguments: ["classifier", "detection", "region-background"])
  func headsThatCannotBeDecodedAreRefused(name: String) throws {
    let folder = try ModelFolder()
    let path = folder.path("a.onnx")
    let model = try GoldenNet(name).model()
    let error = #expect(throws: ModelExportError.self) {
      try model.write(onnxTo: path, outputs: .decoded)
    }
    #expect(error?.description.contains("raw numbers") ?? false)
    #expect((try? InputFile(path: path)) == nil)
  }

  @Test func anAveragePoolThatONNXHasNoWordsForIsRefused() throws {
    let folder = try ModelFolder()
    let cfg = try folder.write(
      CfgText.layer("local_avgpool", "size=2", "stride=2", "padding=6"), to: "a.cfg")
    let model = try Model(syntheticWeightsFor: cfg, seed: 1)
    let error = #expect(throws: ModelExportError.self) {
      try model.write(onnxTo: folder.path("a.onnx"))
    }
    #expect(error?.description.contains("average pool") ?? false)
    #expect(error?.description.contains("layer 0") ?? false)
  }
}
