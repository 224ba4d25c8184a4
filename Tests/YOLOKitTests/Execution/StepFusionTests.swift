import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Convolutions that pool or add before they write, and concatenations that are written in place: the
/// same numbers as step by step.
@Suite struct StepFusionTests {
  /// The sums add up in another order than with `cblas_sgemm`, and Winograd's transforms round.
  private static let tolerance = 2e-5

  /// Compares the last layer with the plain steps of im2col and `cblas_sgemm`, which fuse nothing.
  private static func check(_ network: Network, _ set: String, _ note: String, seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let input = generator.floats(network.inputShape.count, in: -1...1)
    let last = network.layers.count - 1
    let plain = try network.output(ofLayer: last, input: input, kernels: nil)
    let kernels = try TiledConvolutionTests.kernels(set)
    let found = try network.output(ofLayer: last, input: input, kernels: kernels)
    #expect(deviation(found, from: plain.map(Double.init)) <= tolerance, "\(set), \(note)")
    let shared = try network.output(ofLayer: last, input: input, threads: 3, kernels: kernels)
    #expect(shared == found, "\(set), \(note)")
    // Every layer that is asked for is there, fused or not.
    for layer in network.layers.indices {
      let kept = try network.output(ofLayer: layer, input: input, kernels: kernels)
      let reference = try network.output(ofLayer: layer, input: input, kernels: nil)
      #expect(
        deviation(kept, from: reference.map(Double.init)) <= tolerance, "\(set), \(note), \(layer)")
    }
  }

  private static func stepNames(_ network: Network, _ set: String) throws -> [String] {
    try ExecutionPlan(network, kernels: TiledConvolutionTests.kernels(set)).steps.map(\.name)
  }

  private static func convolution(
    _ shape: FeatureShape, filters: Int, kernel: Int, _ generator: inout SeededGenerator
  ) -> ConvolutionCase {
    var test = ConvolutionCase(
      inputShape: shape, filters: filters, groups: 1,
      window: WindowGeometry(
        kernelHeight: kernel, kernelWidth: kernel, paddingTop: kernel / 2,
        paddingLeft: kernel / 2), using: &generator)
    test.convolution.activation = generator.one(of: [.leaky(slope: 0.1), .swish, .linear])
    return test
  }

  private static let pairs = WindowGeometry(
    kernelHeight: 2, kernelWidth: 2, strideY: 2, strideX: 2)

  @Test(arguments: TiledConvolutionTests.sets, UInt64(1)...24)
  func convolutionsPool(set: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shape = FeatureShape(
      height: 2 * generator.int(1...20), width: 2 * generator.int(1...20),
      channels: generator.one(of: [3, 16, 20, 48]))
    let test = Self.convolution(
      shape, filters: generator.one(of: [16, 19, 48, 80]), kernel: generator.one(of: [1, 3]),
      &generator)
    var network = test.network
    network.addLayer(
      .maximumPool(Self.pairs), inputs: [network.layers[0].output],
      outputShape: FeatureShape(
        height: shape.height / 2, width: shape.width / 2, channels: test.outputShape.channels))
    let names = try Self.stepNames(network, set)
    #expect(names.count == 1 && names[0].hasSuffix("and pooling"), "seed \(seed): \(names)")
    try Self.check(network, set, "seed \(seed): \(test)", seed: seed)
  }

  @Test(arguments: TiledConvolutionTests.sets, UInt64(1)...24)
  func convolutionsAdd(set: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shape = FeatureShape(
      height: generator.int(1...30), width: generator.int(1...30),
      channels: generator.one(of: [16, 20, 48, 80]))
    var network = Network(inputShape: shape)
    let before = network.addLayer(.activation(.relu), inputs: [.input], outputShape: shape)
    let first = Self.convolution(
      shape, filters: shape.channels, kernel: generator.one(of: [1, 3]), &generator)
    let sum = network.addLayer(
      .convolution(first.convolution), inputs: [before], outputShape: shape)
    let inputs = generator.one(of: [[before, sum], [sum, before]])
    network.addLayer(.addition(Addition()), inputs: inputs, outputShape: shape)
    let names = try Self.stepNames(network, set)
    #expect(names.count == 2 && names[1].hasSuffix("and addition"), "seed \(seed): \(names)")
    try Self.check(network, set, "seed \(seed): \(first)", seed: seed)
  }

  /// YOLOv5's C3: two convolutions of one map, a residual, side by side, and a convolution of that.
  @Test(arguments: TiledConvolutionTests.sets, UInt64(1)...12)
  func partsAreWrittenInPlace(set: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shape = FeatureShape(
      height: generator.int(1...24), width: generator.int(1...24),
      channels: generator.one(of: [16, 24, 32]))
    let half = generator.one(of: [16, 20])
    let halfShape = FeatureShape(height: shape.height, width: shape.width, channels: half)
    let joined = FeatureShape(height: shape.height, width: shape.width, channels: 2 * half)
    var network = Network(inputShape: shape)
    let add = { (network: inout Network, input: Network.Source, filters: Int, kernel: Int) in
      let test = Self.convolution(
        network.shape(of: input), filters: filters, kernel: kernel, &generator)
      return network.addLayer(
        .convolution(test.convolution), inputs: [input], outputShape: test.outputShape)
    }
    let left = add(&network, .input, half, 1)
    let right = add(&network, .input, half, 1)
    let inner = add(&network, left, half, 3)
    let sum = network.addLayer(
      .addition(Addition()), inputs: [left, inner], outputShape: halfShape)
    let both = network.addLayer(.concatenation, inputs: [sum, right], outputShape: joined)
    let pooled = network.addLayer(
      .maximumPool(WindowGeometry(kernelHeight: 5, kernelWidth: 5, paddingTop: 2, paddingLeft: 2)),
      inputs: [both], outputShape: joined)
    let all = network.addLayer(
      .concatenation, inputs: [both, pooled],
      outputShape: FeatureShape(height: shape.height, width: shape.width, channels: 4 * half))
    _ = add(&network, all, 16, 1)
    let names = try Self.stepNames(network, set)
    #expect(!names.contains("concatenation"), "seed \(seed): \(names)")
    try Self.check(network, set, "seed \(seed): \(shape), \(half)", seed: seed)
  }

  /// What two nodes read, what a head reads and pooling that overlaps or leaves pixels out stay apart.
  @Test(arguments: TiledConvolutionTests.sets)
  func othersStayApart(set: String) throws {
    var generator = SeededGenerator(seed: 4)
    let shape = FeatureShape(height: 7, width: 8, channels: 16)
    let test = Self.convolution(shape, filters: 16, kernel: 1, &generator)
    var odd = test.network
    odd.addLayer(
      .maximumPool(Self.pairs), inputs: [odd.layers[0].output],
      outputShape: FeatureShape(height: 3, width: 4, channels: 16))
    #expect(try Self.stepNames(odd, set).count == 2)
    try Self.check(odd, set, "odd", seed: 4)

    var read = test.network
    let conv = read.layers[0].output
    let active = read.addLayer(.activation(.relu), inputs: [conv], outputShape: shape)
    read.addLayer(.addition(Addition()), inputs: [active, conv], outputShape: shape)
    #expect(try Self.stepNames(read, set).count == 3)
    try Self.check(read, set, "read twice", seed: 5)

    var late = test.network
    let other = late.addLayer(.activation(.relu), inputs: [.input], outputShape: shape)
    late.addLayer(
      .addition(Addition()), inputs: [late.layers[0].output, other], outputShape: shape)
    #expect(try Self.stepNames(late, set).count == 3)
    try Self.check(late, set, "added before it is there", seed: 6)
  }
}
