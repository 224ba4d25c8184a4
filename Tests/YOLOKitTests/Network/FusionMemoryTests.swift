import TensorKernels
import Testing

@testable import YOLOKit

/// Fusing must change weights where they are: a second copy would double the memory that loading a
/// model takes.
@Suite struct FusionMemoryTests {
  private static let shape = FeatureShape(height: 1, width: 1, channels: 2)

  /// An operation followed by a batch normalisation that doubles.
  private static func network(_ operation: Operation) -> Network {
    var network = Network(inputShape: shape)
    let first = network.append(operation, inputs: [.input], outputShape: shape, layer: 0)
    _ = network.append(
      .batchNormalization(
        BatchNormalization(
          mean: [0, 0], variance: [1, 1], scale: [2, 2], bias: [0, 0],
          epsilon: DarknetDialect.original.epsilon)),
      inputs: [first], outputShape: shape, layer: 0)
    return network
  }

  /// Where the weights of the first node lie, and its first weight.
  private static func weights(of network: Network) throws -> (address: Int, first: Float) {
    let tensor =
      switch try #require(network.nodes.first).operation {
      case .convolution(let convolution): convolution.weights
      case .connected(let connected): connected.weights
      default: WeightTensor(zeros: 1)
      }
    return (Int(bitPattern: tensor.storage.base), tensor[0])
  }

  @Test func convolutionsChangeInPlace() throws {
    let window = WindowGeometry(kernelHeight: 1, kernelWidth: 1)
    var network = Self.network(
      .convolution(
        Convolution(
          window: window, groups: 1, filters: 2, channels: 2, weights: WeightTensor([1, 2, 3, 4]),
          bias: WeightTensor(zeros: 2))))
    let before = try Self.weights(of: network)
    network.fuse()
    let after = try Self.weights(of: network)
    #expect(abs(after.first - 2) < 1e-4)
    #expect(after.address == before.address)
  }

  @Test func connectedLayersChangeInPlace() throws {
    var network = Self.network(
      .connected(
        Connected(outputs: 2, weights: WeightTensor([1, 2, 3, 4]), bias: WeightTensor(zeros: 2))))
    let before = try Self.weights(of: network)
    network.fuse()
    let after = try Self.weights(of: network)
    #expect(abs(after.first - 2) < 1e-4)
    #expect(after.address == before.address)
  }

  @Test func sharedWeightsAreCopied() throws {
    var network = Self.network(
      .connected(
        Connected(outputs: 2, weights: WeightTensor([1, 2, 3, 4]), bias: WeightTensor(zeros: 2))))
    let copy = network
    network.fuse()
    #expect(try Self.weights(of: copy).first == 1)
    #expect(abs(try Self.weights(of: network).first - 2) < 1e-4)
  }
}
