import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Winograd's convolutions, at every pixel and at every second one, against the definition, for every instruction set that this machine has.
@Suite struct WinogradTests {
  /// What the transforms may add to the rounding of the sums, of the largest output: the constants of
  /// the points 2 and -2 cost two to three binary digits.
  static let tolerance = 1e-5

  /// A step of this kind, whatever the cost model would choose.
  private static func output(
    _ test: ConvolutionCase, _ input: [Float], _ kernels: ConvolutionKernels, threads: Int
  ) -> [Float] {
    let placements = (
      Placement(offset: 0, shape: test.inputShape, pixelStride: test.inputShape.channels),
      Placement(
        offset: test.inputShape.count, shape: test.outputShape,
        pixelStride: test.outputShape.channels)
    )
    let step = WinogradConvolutionStep(
      layer: 0, convolution: test.convolution, input: placements.0, output: placements.1,
      kernels: kernels)
    let workspace = Workspace(
      arena: FloatStorage(input + [Float](repeating: .nan, count: test.outputShape.count)),
      scratch: FloatStorage(zeros: step.scratchCount))
    // What an earlier step left in the scratch must not show.
    for i in 0..<workspace.scratch.count { workspace.scratch.base[i] = .nan }
    step.run(in: workspace, on: WorkerPool.shared(threads: threads))
    return workspace.arena.array(
      test.inputShape.count..<test.inputShape.count + test.outputShape.count)
  }

  /// Sides that are multiples of four and that are not, one pixel, filters that fill panels or not.
  static let cases: [(FeatureShape, filters: Int, padding: Int, stride: Int)] = [
    (.init(height: 8, width: 12, channels: 16), 32, 1, 1),
    (.init(height: 13, width: 13, channels: 32), 48, 1, 1),
    (.init(height: 1, width: 1, channels: 16), 16, 1, 1),
    (.init(height: 5, width: 31, channels: 48), 16, 1, 1),
    (.init(height: 30, width: 30, channels: 16), 64, 0, 1),
    (.init(height: 3, width: 4, channels: 160), 96, 2, 1),
    (.init(height: 26, width: 27, channels: 128), 144, 1, 1),
    (.init(height: 12, width: 24, channels: 16), 32, 1, 2),
    (.init(height: 13, width: 17, channels: 32), 48, 1, 2),
    (.init(height: 1, width: 2, channels: 16), 16, 1, 2),
    (.init(height: 9, width: 50, channels: 48), 16, 0, 2),
    (.init(height: 66, width: 61, channels: 16), 64, 1, 2),
    (.init(height: 26, width: 27, channels: 144), 160, 2, 2),
    (.init(height: 90, width: 94, channels: 16), 32, 1, 1),
  ]

  @Test(arguments: TiledConvolutionTests.sets, cases.indices)
  func isTheDefinition(set: String, index: Int) throws {
    let (shape, filters, padding, stride) = Self.cases[index]
    var generator = SeededGenerator(seed: UInt64(index) + 90)
    var test = ConvolutionCase(
      inputShape: shape, filters: filters, groups: 1,
      window: WindowGeometry(
        kernelHeight: 3, kernelWidth: 3, strideY: stride, strideX: stride, paddingTop: padding,
        paddingLeft: padding),
      using: &generator)
    let kernels = try TiledConvolutionTests.kernels(set)
    let input = generator.floats(shape.count, in: -1...1)
    let found = Self.output(test, input, kernels, threads: 1)
    #expect(deviation(found, from: test.sums(input)) <= Self.tolerance, "\(set): \(test)")
    for threads in [2, 4] {
      #expect(Self.output(test, input, kernels, threads: threads) == found, "\(set): \(test)")
    }
    test.convolution.activation = .leaky(slope: 0.1)
    let activatedOutput = Self.output(test, input, kernels, threads: 2)
    #expect(activatedOutput == found.map { activated($0, .leaky(slope: 0.1)) }, "\(set): \(test)")
  }

  /// The cost model: where the plain kernels do less, they are taken.
  @Test(arguments: TiledConvolutionTests.sets) func thePlanChooses(set: String) throws {
    let kernels = try TiledConvolutionTests.kernels(set)
    let step = {
      (side: Int, channels: Int, filters: Int, kernel: Int, stride: Int) throws -> any Step in
      var generator = SeededGenerator(seed: 1)
      let test = ConvolutionCase(
        inputShape: FeatureShape(height: side, width: side, channels: channels),
        filters: filters, groups: 1,
        window: WindowGeometry(
          kernelHeight: kernel, kernelWidth: kernel, strideY: stride, strideX: stride,
          paddingTop: kernel / 2, paddingLeft: kernel / 2), using: &generator)
      return try #require(ExecutionPlan(test.network, kernels: kernels).steps.first)
    }
    #expect(try step(52, 64, 64, 3, 1) is WinogradConvolutionStep)
    #expect(try step(52, 64, 64, 1, 1) is TiledConvolutionStep)
    #expect(try step(52, 60, 64, 3, 1) is TiledConvolutionStep)
    #expect(try step(4, 64, 64, 3, 1) is TiledConvolutionStep)
    #expect(try step(80, 128, 128, 3, 2) is WinogradConvolutionStep)
    #expect(try step(52, 64, 64, 3, 3) is TiledConvolutionStep)
    #expect(try step(52, 16, 16, 1, 2) is TiledConvolutionStep)
  }
}
