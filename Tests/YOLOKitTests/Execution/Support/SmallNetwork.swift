import TensorKernels
import TestSupport

@testable import YOLOKit

/// Networks of a few nodes, made by hand.
extension Network {
  /// A network of one node; its output is that of layer 0.
  init(
    _ operation: YOLOKit.Operation, inputShape: FeatureShape, outputShape: FeatureShape
  ) {
    self.init(inputShape: inputShape)
    addLayer(operation, inputs: [.input], outputShape: outputShape)
  }

  /// Adds a node that is a layer of its own.
  @discardableResult
  mutating func addLayer(
    _ operation: YOLOKit.Operation, inputs: [Source], outputShape: FeatureShape
  ) -> Source {
    let source = append(
      operation, inputs: inputs, outputShape: outputShape, layer: layers.count)
    layers.append(
      Layer(
        output: source,
        summary: LayerSummary(
          index: layers.count, kind: "test", settings: "", inputs: [], outputShape: outputShape,
          parameterCount: 0, floatingPointOperations: 0)))
    return source
  }

  /// What a layer hands on, channels-last.
  func output(
    ofLayer layer: Int, input: [Float], threads: Int = 1,
    kernels: ConvolutionKernels? = KernelSelection.current
  ) throws -> [Float] {
    let runner = try NetworkRunner(
      self, keeping: [layer], threads: threads, kernels: kernels)
    return runner.withWorkspace { workspace in
      runner.setInput(input, in: workspace)
      runner.run(in: workspace)
      return runner.output(ofLayer: layer, in: workspace)?.values ?? []
    }
  }
}

/// A random convolution with the shapes it needs.
struct ConvolutionCase: CustomStringConvertible {
  var convolution: Convolution
  var inputShape: FeatureShape
  var outputShape: FeatureShape

  /// Makes a case; weights and biases are in -1…1.
  ///
  /// - Parameters:
  ///   - inputShape: The input; its channels are split among the groups without a rest.
  ///   - filters: How many; split among the groups without a rest.
  ///   - groups: How many.
  ///   - window: How the window slides; the input has room for it at least once.
  ///   - generator: Where the weights come from.
  init(
    inputShape: FeatureShape, filters: Int, groups: Int, window: WindowGeometry,
    using generator: inout SeededGenerator
  ) {
    let channels = inputShape.channels / groups
    self.inputShape = inputShape
    convolution = Convolution(
      window: window, groups: groups, filters: filters, channels: channels,
      weights: WeightTensor(generator.floats(filters * window.area * channels, in: -1...1)),
      bias: WeightTensor(generator.floats(filters, in: -1...1)))
    let side = { (extent: Int, kernel: Int, stride: Int, padding: Int) in
      (extent + 2 * padding - window.dilation * (kernel - 1) - 1) / stride + 1
    }
    outputShape = FeatureShape(
      height: side(inputShape.height, window.kernelHeight, window.strideY, window.paddingTop),
      width: side(inputShape.width, window.kernelWidth, window.strideX, window.paddingLeft),
      channels: filters)
  }

  /// A case with small random shapes.
  init(using generator: inout SeededGenerator) {
    let groups = generator.one(of: [1, 1, 1, 2, 3])
    let (kernelHeight, kernelWidth) = (generator.int(1...4), generator.int(1...4))
    let dilation = generator.int(1...2)
    let window = WindowGeometry(
      kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideY: generator.int(1...3),
      strideX: generator.int(1...3), dilation: dilation, paddingTop: generator.int(0...4),
      paddingLeft: generator.int(0...4))
    let reach = (kernelHeight - 1) * dilation + 1
    let reachX = (kernelWidth - 1) * dilation + 1
    self.init(
      inputShape: FeatureShape(
        height: max(1, reach - 2 * window.paddingTop) + generator.int(0...12),
        width: max(1, reachX - 2 * window.paddingLeft) + generator.int(0...12),
        channels: groups * generator.int(1...9)),
      filters: groups * generator.int(1...9), groups: groups, window: window, using: &generator)
  }

  var description: String {
    "\(inputShape) to \(outputShape), \(convolution.groups) groups, \(convolution.window), "
      + "\(convolution.activation)"
  }

  /// The network of this one convolution.
  var network: Network {
    Network(.convolution(convolution), inputShape: inputShape, outputShape: outputShape)
  }

  /// The sums before the activation by their definition, in `Double`, channels-last.
  func sums(_ input: [Float]) -> [Double] {
    let (window, channels) = (convolution.window, convolution.channels)
    let weights = (0..<convolution.weights.count).map { Double(convolution.weights[$0]) }
    let perGroup = convolution.filters / convolution.groups
    var result: [Double] = []
    result.reserveCapacity(outputShape.count)
    for row in 0..<outputShape.height {
      for column in 0..<outputShape.width {
        for filter in 0..<convolution.filters {
          var sum = Double(convolution.bias[filter])
          for ky in 0..<window.kernelHeight {
            let y = row * window.strideY - window.paddingTop + ky * window.dilation
            guard (0..<inputShape.height).contains(y) else { continue }
            for kx in 0..<window.kernelWidth {
              let x = column * window.strideX - window.paddingLeft + kx * window.dilation
              guard (0..<inputShape.width).contains(x) else { continue }
              let from =
                (y * inputShape.width + x) * inputShape.channels + filter / perGroup * channels
              let weight =
                ((filter * window.kernelHeight + ky) * window.kernelWidth + kx) * channels
              for c in 0..<channels { sum += weights[weight + c] * Double(input[from + c]) }
            }
          }
          result.append(sum)
        }
      }
    }
    return result
  }
}

/// The largest difference, as a part of the largest absolute reference or of 1.
func deviation(_ found: [Float], from reference: [Double]) -> Double {
  guard found.count == reference.count else { return .infinity }
  var (largest, scale) = (0.0, 1.0)
  for (a, b) in zip(found, reference) {
    guard a.isFinite else { return .infinity }
    largest = max(largest, abs(Double(a) - b))
    scale = max(scale, abs(b))
  }
  return largest / scale
}
