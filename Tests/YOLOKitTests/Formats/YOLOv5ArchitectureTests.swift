import TestSupport
import Testing

@testable import YOLOKit

/// YOLOv5's networks by name: as large as upstream says, and built as from a checkpoint.
@Suite struct YOLOv5ArchitectureTests {
  /// The numbers of parameters that upstream's `model.info()` prints for 80 classes.
  static let counts: [(YOLOv5Variant, Int)] = [
    (.nano, 1_872_157), (.small, 7_235_389), (.medium, 21_190_557), (.large, 46_563_709),
    (.extraLarge, 86_749_405),
  ]

  /// The same after upstream's `fuse()`.
  static let fusedCounts: [(YOLOv5Variant, Int)] = [
    (.nano, 1_867_405), (.small, 7_225_885), (.medium, 21_172_173), (.large, 46_533_693),
    (.extraLarge, 86_705_005), (.nano6, 3_239_884), (.small6, 12_612_508),
    (.medium6, 35_704_908), (.large6, 76_726_332), (.extraLarge6, 140_730_220),
  ]

  @Test(arguments: fusedCounts) func isFusedToAsManyParametersAsUpstreams(
    variant: YOLOv5Variant, count: Int
  ) throws {
    var network = try Self.network(variant).takeNetwork()
    network.fuse()
    let found = network.nodes.reduce(0) { sum, node in
      guard case .convolution(let convolution) = node.operation else { return sum }
      return sum + convolution.weights.count + convolution.bias.count
    }
    #expect(found == count)
  }

  private static func network(
    _ variant: YOLOv5Variant, classCount: Int = 80, side: Int = 64
  ) throws -> YOLOv5Synthesis {
    try YOLOv5Synthesis(
      variant, classCount: classCount, inputSize: (side, side),
      weights: SyntheticWeights(seed: 1, gain: 2))
  }

  @Test(arguments: counts) func hasAsManyParametersAsUpstreams(
    variant: YOLOv5Variant, count: Int
  ) throws {
    #expect(try Self.network(variant).trainableCount == count)
  }

  @Test(
    .enabled(if: TestFiles.weights("yolov5n.pt") != nil, "needs yolov5n.pt"))
  func nanoIsBuiltAsItsCheckpointIs() throws {
    let checkpoint = try Model(
      checkpointPath: try #require(TestFiles.weights("yolov5n.pt")), inputSize: (96, 64))
    let named = try Model(architecture: .yolov5(.nano), seed: 1, inputSize: (96, 64))
    Self.expectSameStructure(named, checkpoint)
    #expect(named.summary.parameterCount == checkpoint.summary.parameterCount)
    #expect(named.summary.heads.map(\.anchors) == checkpoint.summary.heads.map(\.anchors))
    #expect(
      named.summary.layers.map(\.parameterCount) == checkpoint.summary.layers.map(\.parameterCount))
  }

  /// The fixtures are narrower than upstream's nets; kinds, connections and places are the same.
  @Test(arguments: [
    ("v6-s", YOLOv5Variant.small), ("v6-m", .medium), ("v6-l", .large), ("v6-x", .extraLarge),
    ("v6-s6", .small6),
  ])
  func layersAreThoseOfTheFixture(name: String, variant: YOLOv5Variant) throws {
    let fixture = try Model(
      checkpointPath: GoldenNet.file("yolov5/checkpoints/\(name).pt").path, inputSize: (128, 64))
    let named = try Model(architecture: .yolov5(variant), seed: 1, inputSize: (128, 64))
    Self.expectSameStructure(named, fixture)
  }

  private static func expectSameStructure(_ a: Model, _ b: Model) {
    #expect(a.summary.layers.map(\.kind) == b.summary.layers.map(\.kind))
    #expect(a.summary.layers.map(\.inputs) == b.summary.layers.map(\.inputs))
    #expect(a.conventions == b.conventions)
    #expect(
      a.summary.layers.map { [$0.outputShape.height, $0.outputShape.width] }
        == b.summary.layers.map { [$0.outputShape.height, $0.outputShape.width] })
    #expect(
      a.network.nodes.map { OperationKind($0.operation) }
        == b.network.nodes.map { OperationKind($0.operation) })
    #expect(a.network.nodes.map(\.inputs) == b.network.nodes.map(\.inputs))
  }

  @Test(arguments: YOLOv5Variant.allCases) func heads(variant: YOLOv5Variant) throws {
    let network = try Self.network(variant, classCount: 3, side: 128).takeNetwork()
    #expect(network.heads.count == (variant.hasFourHeads ? 4 : 3))
    #expect(network.heads.allSatisfy { $0.fits(network.shape(of: $0.source)) })
    #expect(network.heads.map { 128 / network.shape(of: $0.source).width }.last == variant.stride)
  }

  @Test func theInputIsRoundedUpAndItRuns() throws {
    let model = try Model(
      architecture: .yolov5(.nano6), classCount: 2, seed: 7, inputSize: (70, 60))
    #expect(model.summary.inputShape.description == "128 x 64 x 3")
    let input = SeededGenerator.goldenInput(seed: 1, count: model.summary.inputShape.count)
    let heads = try model.rawHeadOutputs(input: input)
    #expect(heads.count == 4)
    #expect(heads.allSatisfy { $0.values.allSatisfy(\.isFinite) })
    #expect(throws: ModelFormatError.self) {
      try Model(architecture: .yolov5(.nano), classCount: 0, seed: 1)
    }
  }

  @Test func namesAreUpstreams() {
    #expect(ModelArchitecture.names.count == 10)
    #expect(ModelArchitecture(named: "yolov5x6") == .yolov5(.extraLarge6))
    #expect(ModelArchitecture(named: "yolov5") == nil)
  }
}
