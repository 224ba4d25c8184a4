import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

@Suite struct ConvolutionStepTests {
  /// Sums of up to a few thousand products in `Float`, in whatever order the library takes them.
  static let tolerance = 2e-6
  /// What the approximations of the activations add, as their own tests say, and a steep slope.
  static let activatedTolerance = 1e-5

  @Test(arguments: UInt64(1)...60) func smallShapesAreTheDefinition(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let test = ConvolutionCase(using: &generator)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let found = try test.network.output(ofLayer: 0, input: input, kernels: nil)
    #expect(
      deviation(found, from: test.sums(input)) <= Self.tolerance, "seed \(seed): \(test)")
  }

  /// Depthwise: a kernel of its own, for channels that are no multiple of the vector too.
  @Test(arguments: [2, 3, 8, 13, 16, 19]) func depthwiseIsTheDefinition(channels: Int) throws {
    var generator = SeededGenerator(seed: UInt64(channels))
    let test = ConvolutionCase(
      inputShape: FeatureShape(height: 9, width: 7, channels: channels), filters: channels,
      groups: channels,
      window: WindowGeometry(
        kernelHeight: 3, kernelWidth: 2, strideY: 2, dilation: 2, paddingTop: 2, paddingLeft: 1),
      using: &generator)
    let plan = try ExecutionPlan(test.network)
    #expect(plan.steps.first is DepthwiseConvolutionStep)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let found = try test.network.output(ofLayer: 0, input: input, kernels: nil)
    #expect(deviation(found, from: test.sums(input)) <= Self.tolerance, "\(test)")
  }

  /// Large maps: several tiles of columns, several blocks along pixels or along filters, groups.
  static let largeCases: [(FeatureShape, filters: Int, groups: Int, kernel: Int)] = [
    // 576 numbers a window: 1820 pixels a tile, so 2640 pixels take two.
    (FeatureShape(height: 55, width: 48, channels: 64), 6, 1, 3),
    // Two groups, each with two tiles.
    (FeatureShape(height: 55, width: 48, channels: 128), 4, 2, 3),
    // Few pixels, many filters: blocks along the filters.
    (FeatureShape(height: 4, width: 5, channels: 96), 300, 1, 3),
    // Pointwise: the map itself is the matrix, in blocks along the pixels.
    (FeatureShape(height: 70, width: 61, channels: 40), 24, 1, 1),
    // Pointwise in groups: the rows of the matrix are a part of the pixels.
    (FeatureShape(height: 40, width: 41, channels: 64), 48, 2, 1),
  ]

  @Test(arguments: largeCases.indices)
  func tilesAndBlocksAreSeamless(index: Int) throws {
    let (shape, filters, groups, kernel) = Self.largeCases[index]
    var generator = SeededGenerator(seed: UInt64(index))
    let test = ConvolutionCase(
      inputShape: shape, filters: filters, groups: groups,
      window: WindowGeometry(
        kernelHeight: kernel, kernelWidth: kernel, paddingTop: kernel / 2, paddingLeft: kernel / 2),
      using: &generator)
    let step = try #require(
      ExecutionPlan(test.network, kernels: nil).steps.first as? ConvolutionStep)
    let windowCount = test.convolution.channels * kernel * kernel
    #expect(step.scratchCount <= ConvolutionStep.columnLimit)
    if index < 2 {
      #expect(
        step.scratchCount < test.outputShape.pixels * windowCount, "one tile would do: \(test)")
    }
    let input = generator.floats(shape.count, in: -1...1)
    let found = try test.network.output(ofLayer: 0, input: input, kernels: nil)
    #expect(deviation(found, from: test.sums(input)) <= 5e-6, "\(test)")
    for threads in [2, 4] {
      let other = try test.network.output(ofLayer: 0, input: input, threads: threads, kernels: nil)
      #expect(other == found, "\(threads) threads: \(test)")
    }
  }

  /// A window larger than the column limit still gets its room: one tile of 16 pixels at least.
  @Test func hugeWindowsGetTheirRoom() throws {
    var generator = SeededGenerator(seed: 5)
    let test = ConvolutionCase(
      inputShape: FeatureShape(height: 8, width: 8, channels: 1100), filters: 2, groups: 1,
      window: WindowGeometry(kernelHeight: 8, kernelWidth: 8, paddingTop: 2, paddingLeft: 2),
      using: &generator)
    let step = try #require(
      ExecutionPlan(test.network, kernels: nil).steps.first as? ConvolutionStep)
    #expect(step.scratchCount == 16 * 1100 * 64)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let found = try test.network.output(ofLayer: 0, input: input, threads: 2, kernels: nil)
    #expect(deviation(found, from: test.sums(input)) <= 2e-5, "\(test)")
  }

  @Test(
    arguments: [
      .linear, .leaky(slope: 0.1), .relu, .relu6, .logistic, .loggy, .tanh, .swish, .mish,
      .hardMish, .elu, .selu, .gelu, .ramp, .plse, .hardTanh, .leakyHardTanh, .stair,
    ] as [Activation], [1, 3])
  func activationsAreFused(activation: Activation, groups: Int) throws {
    var generator = SeededGenerator(seed: 17)
    var test = ConvolutionCase(
      inputShape: FeatureShape(height: 9, width: 8, channels: 3 * groups), filters: 5 * groups,
      groups: groups,
      window: WindowGeometry(kernelHeight: 3, kernelWidth: 3, paddingTop: 1, paddingLeft: 1),
      using: &generator)
    let input = generator.floats(test.inputShape.count, in: -1...1)
    let plain = try test.network.output(ofLayer: 0, input: input, kernels: nil)
    #expect(deviation(plain, from: test.sums(input)) <= Self.tolerance, "\(test)")
    test.convolution.activation = activation
    // The same sums, so also the same bits after the function.
    let found = try test.network.output(ofLayer: 0, input: input, kernels: nil)
    let expected = plain.map { Double(activated($0, activation)) }
    #expect(deviation(found, from: expected) <= Self.activatedTolerance, "\(test)")
  }
}
