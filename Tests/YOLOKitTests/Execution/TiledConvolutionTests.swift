import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// The convolution kernels of every instruction set that this machine has, against the definition.
@Suite struct TiledConvolutionTests {
  static let sets = KernelSelection.supported.map(\.name)

  static func kernels(_ name: String) throws -> ConvolutionKernels {
    try #require(KernelSelection.supported.first { $0.name == name })
  }

  @Test(arguments: sets, UInt64(1)...60)
  func smallShapesAreTheDefinition(set: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let test = ConvolutionCase(using: &generator)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let found = try test.network.output(
      ofLayer: 0, input: input, kernels: Self.kernels(set))
    #expect(
      deviation(found, from: test.sums(input)) <= ConvolutionStepTests.tolerance,
      "\(set), seed \(seed): \(test)")
  }

  /// Channels by the pixel and by the window row, filters that fill panels and that do not, pixels
  /// that fill tiles and that do not, strides, dilation, windows larger than the map.
  static let cases: [(FeatureShape, filters: Int, WindowGeometry)] = [
    (.init(height: 13, width: 17, channels: 3), 32, window(3, 1, 1)),
    (.init(height: 13, width: 17, channels: 3), 16, window(6, 2, 2)),
    (.init(height: 20, width: 9, channels: 15), 33, window(3, 1, 1)),
    (.init(height: 20, width: 9, channels: 16), 31, window(3, 1, 1)),
    (.init(height: 14, width: 14, channels: 40), 64, window(1, 1, 0)),
    (.init(height: 14, width: 15, channels: 40), 70, window(1, 2, 0)),
    (.init(height: 3, width: 5, channels: 130), 100, window(3, 1, 1)),
    (.init(height: 1, width: 1, channels: 19), 47, window(5, 1, 2)),
    (.init(height: 9, width: 30, channels: 2), 8, window(5, 3, 4)),
    (.init(height: 11, width: 12, channels: 18), 20, window(3, 1, 2, dilation: 2)),
  ]

  private static func window(
    _ size: Int, _ stride: Int, _ padding: Int, dilation: Int = 1
  ) -> WindowGeometry {
    WindowGeometry(
      kernelHeight: size, kernelWidth: size, strideY: stride, strideX: stride,
      dilation: dilation, paddingTop: padding, paddingLeft: padding)
  }

  @Test(arguments: sets, cases.indices)
  func edgesOfTilesAreSeamless(set: String, index: Int) throws {
    let (shape, filters, window) = Self.cases[index]
    var generator = SeededGenerator(seed: UInt64(index))
    let test = ConvolutionCase(
      inputShape: shape, filters: filters, groups: 1, window: window, using: &generator)
    let kernels = try Self.kernels(set)
    let plan = try ExecutionPlan(test.network, kernels: kernels)
    #expect(plan.steps.first is TiledConvolutionStep)
    let input = generator.floats(shape.count, in: -1...1)
    let found = try test.network.output(ofLayer: 0, input: input, kernels: kernels)
    #expect(deviation(found, from: test.sums(input)) <= 5e-6, "\(set): \(test)")
    for threads in [2, 4] {
      let other = try test.network.output(
        ofLayer: 0, input: input, threads: threads, kernels: kernels)
      #expect(other == found, "\(set), \(threads) threads: \(test)")
    }
  }

  /// The vector functions of each set are those of the portable kernels but for the last digits.
  @Test(
    arguments: sets,
    [
      .linear, .leaky(slope: 0.1), .relu, .relu6, .logistic, .loggy, .tanh, .swish, .mish,
      .hardMish, .hardSwish, .elu, .selu, .gelu, .ramp, .plse, .hardTanh, .leakyHardTanh, .stair,
    ] as [Activation])
  func activationsFollow(set: String, activation: Activation) throws {
    var generator = SeededGenerator(seed: 23)
    var test = ConvolutionCase(
      inputShape: FeatureShape(height: 9, width: 8, channels: 5), filters: 37, groups: 1,
      window: WindowGeometry(kernelHeight: 3, kernelWidth: 3, paddingTop: 1, paddingLeft: 1),
      using: &generator)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let kernels = try Self.kernels(set)
    let plain = try test.network.output(ofLayer: 0, input: input, kernels: kernels)
    test.convolution.activation = activation
    let found = try test.network.output(ofLayer: 0, input: input, kernels: kernels)
    let expected = plain.map { Double(activated($0, activation)) }
    #expect(
      deviation(found, from: expected) <= ConvolutionStepTests.activatedTolerance,
      "\(set), \(activation)")
  }

  /// Whole networks: the kernels and `cblas_sgemm` give the same but for the last digits.
  @Test(arguments: sets, ["conv-sizes", "joins", "yolo-two-heads"])
  func networksAgreeWithBLAS(set: String, name: String) throws {
    let golden = try GoldenNet(name)
    let network = try golden.model().network
    for layer in golden.layers.map(\.index) {
      let kernels = try network.output(
        ofLayer: layer, input: golden.input, kernels: Self.kernels(set))
      let blas = try network.output(ofLayer: layer, input: golden.input, kernels: nil)
      let comparison = TensorComparison(found: kernels, reference: blas)
      #expect(comparison.relativeDifference < 2e-5, "\(set), \(name), \(layer): \(comparison)")
    }
  }
}
