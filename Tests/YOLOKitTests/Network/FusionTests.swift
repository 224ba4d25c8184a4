import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

@Suite struct FusionTests {
  /// Folding rounds each weight once more.
  static let tolerance = 1e-5

  /// A normalisation with variances down to 1e-7, where the two epsilons part.
  private static func normalization(
    _ channels: Int, _ epsilon: BatchNormalization.Epsilon, _ generator: inout SeededGenerator
  ) -> BatchNormalization {
    BatchNormalization(
      mean: generator.floats(channels, in: -1...1),
      variance: (0..<channels).map {
        $0 == 0 ? 1e-7 : Float.random(in: 0.3...2, using: &generator)
      },
      scale: generator.floats(channels, in: 0.5...1.5),
      bias: generator.floats(channels, in: -1...1),
      epsilon: epsilon)
  }

  /// A convolution, its normalisation and its activation, as an importer makes them: one layer.
  private static func network(
    _ test: ConvolutionCase, _ normalization: BatchNormalization
  ) -> Network {
    var network = Network(inputShape: test.inputShape)
    let sum = network.append(
      .convolution(test.convolution), inputs: [.input], outputShape: test.outputShape, layer: 0)
    let normal = network.append(
      .batchNormalization(normalization), inputs: [sum], outputShape: test.outputShape, layer: 0)
    network.addLayer(
      .activation(.leaky(slope: 0.1)), inputs: [normal], outputShape: test.outputShape)
    return network
  }

  @Test(
    arguments: UInt64(1)...15,
    [BatchNormalization.Epsilon.underRoot(0.00001), .besideRoot(0.000001)])
  func fusedIsUnfused(seed: UInt64, epsilon: BatchNormalization.Epsilon) throws {
    var generator = SeededGenerator(seed: seed)
    let test = ConvolutionCase(using: &generator)
    let normalization = Self.normalization(test.convolution.filters, epsilon, &generator)
    let network = Self.network(test, normalization)
    var fused = network
    fused.fuse()
    let input = generator.floats(test.inputShape.count, in: 0...1)
    let plain = try network.output(ofLayer: 0, input: input)
    let found = try fused.output(ofLayer: 0, input: input)
    let reference = test.sums(input).enumerated().map { index, sum in
      let c = index % test.convolution.filters
      let variance = Double(normalization.variance[c])
      let deviation =
        switch epsilon {
        case .underRoot(let e): (variance + Double(e)).squareRoot()
        case .besideRoot(let e): variance.squareRoot() + Double(e)
        }
      let x =
        Double(normalization.scale[c]) * (sum - Double(normalization.mean[c])) / deviation
        + Double(normalization.bias[c])
      return x > 0 ? x : 0.1 * x
    }
    #expect(deviation(plain, from: reference) <= Self.tolerance, "seed \(seed), unfused: \(test)")
    #expect(deviation(found, from: reference) <= Self.tolerance, "seed \(seed), fused: \(test)")
    #expect(try ExecutionPlan(fused).steps.count == 1)
    #expect(try ExecutionPlan(network).steps.count == 3)
  }

  /// The two formulas give clearly different factors for a small variance: 1/sqrt(1e-7 + 1e-5)
  /// is about 315, 1/(sqrt(1e-7) + 1e-6) about 3152.
  @Test func epsilonsDiffer() {
    var generator = SeededGenerator(seed: 1)
    let under = Self.normalization(1, .underRoot(0.00001), &generator)
    var beside = under
    beside.epsilon = .besideRoot(0.000001)
    let scale = Double(under.scale[0])
    #expect(abs(under.factorAndShift(0).factor / scale - 314.66) < 0.1)
    #expect(abs(beside.factorAndShift(0).factor / scale - 3152.3) < 1)
  }

  @Test func connectedLayersAreFoldedToo() throws {
    var generator = SeededGenerator(seed: 3)
    let (inputs, outputs) = (
      FeatureShape(height: 3, width: 4, channels: 5), FeatureShape(height: 1, width: 1, channels: 6)
    )
    var network = Network(inputShape: inputs)
    let connected = Connected(
      outputs: 6, weights: WeightTensor(generator.floats(6 * inputs.count, in: -1...1)),
      bias: WeightTensor(generator.floats(6, in: -1...1)))
    let sum = network.append(
      .connected(connected), inputs: [.input], outputShape: outputs, layer: 0)
    let normalization = Self.normalization(6, .underRoot(0.00001), &generator)
    network.addLayer(.batchNormalization(normalization), inputs: [sum], outputShape: outputs)
    var fused = network
    fused.fuse()
    let input = generator.floats(inputs.count, in: -1...1)
    let plain = try network.output(ofLayer: 0, input: input).map { Double($0) }
    #expect(
      deviation(try fused.output(ofLayer: 0, input: input), from: plain) <= Self.tolerance)
    #expect(try ExecutionPlan(fused).steps.count == 1)
  }

  /// A convolution that somebody else reads keeps its own output.
  @Test(arguments: ["node", "layer", "head"]) func whatOthersReadIsNotFused(reader: String) throws {
    var generator = SeededGenerator(seed: 4)
    let test = ConvolutionCase(using: &generator)
    var network = Self.network(
      test, Self.normalization(test.convolution.filters, .underRoot(0.00001), &generator))
    switch reader {
    case "node":
      network.addLayer(
        .activation(.relu), inputs: [.node(0)], outputShape: test.outputShape)
    case "layer":
      network.layers.append(Network.Layer(output: .node(0), summary: network.layers[0].summary))
    default:
      network.heads = [
        Head(
          source: .node(0), layer: 0, classCount: 1,
          kind: .region(RegionHead(anchors: [], isSoftmax: false)))
      ]
    }
    var fused = network
    fused.fuse()
    guard case .convolution(let convolution) = fused.nodes[0].operation else {
      Issue.record("the convolution is gone")
      return
    }
    #expect(convolution.activation == .linear)
    for index in 0..<convolution.weights.count {
      #expect(convolution.weights[index] == test.convolution.weights[index])
    }
    let input = generator.floats(test.inputShape.count, in: 0...1)
    for layer in network.layers.indices {
      let plain = try network.output(ofLayer: layer, input: input).map { Double($0) }
      let found = try fused.output(ofLayer: layer, input: input)
      #expect(deviation(found, from: plain) <= Self.tolerance, "layer \(layer)")
    }
  }

  /// A normalisation behind an activation stays what it is, also where the activation is a part of
  /// the convolution by then.
  @Test func fusingTwiceChangesNothing() throws {
    var generator = SeededGenerator(seed: 7)
    let test = ConvolutionCase(using: &generator)
    var network = Network(inputShape: test.inputShape)
    let sum = network.append(
      .convolution(test.convolution), inputs: [.input], outputShape: test.outputShape, layer: 0)
    let active = network.append(
      .activation(.leaky(slope: 0.1)), inputs: [sum], outputShape: test.outputShape, layer: 0)
    network.addLayer(
      .batchNormalization(
        Self.normalization(test.convolution.filters, .underRoot(0.00001), &generator)),
      inputs: [active], outputShape: test.outputShape)
    var fused = network
    fused.fuse()
    fused.fuse()
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let plain = try network.output(ofLayer: 0, input: input).map { Double($0) }
    #expect(
      deviation(try fused.output(ofLayer: 0, input: input), from: plain) <= Self.tolerance)
    #expect(try ExecutionPlan(fused).steps.count == 2)
  }

  /// Folding changes the fused network's weights only, not those of a copy that shares them.
  @Test func sharedWeightsAreNotChanged() {
    var generator = SeededGenerator(seed: 6)
    let test = ConvolutionCase(using: &generator)
    let network = Self.network(
      test, Self.normalization(test.convolution.filters, .besideRoot(0.000001), &generator))
    let before = (0..<test.convolution.weights.count).map { test.convolution.weights[$0] }
    var fused = network
    fused.fuse()
    guard case .convolution(let original) = network.nodes[0].operation,
      case .convolution(let folded) = fused.nodes[0].operation
    else {
      Issue.record("a convolution is gone")
      return
    }
    #expect(before.indices.allSatisfy { original.weights[$0] == before[$0] })
    #expect(before.indices.contains { folded.weights[$0] != before[$0] })
  }

  @Test func copiesShareUntilOneIsChanged() {
    let first = WeightTensor([1, 2, 3])
    var second = first
    #expect(first.storage === second.storage)
    second.mutate { $0[0] = 9 }
    #expect(first.storage !== second.storage)
    #expect(first[0] == 1 && second[0] == 9)
    let place = ObjectIdentifier(second.storage)
    second.mutate { $0[1] = 8 }
    #expect(ObjectIdentifier(second.storage) == place, "copied without need")
  }
}
