import TensorKernels

/// Which nodes are done by the convolution before them, while its numbers are still in the cache.
///
/// A convolution whose output only one node reads can write that node's output instead of its own: the
/// largest of each two by two pixels, or its sum with another map. What has to be seen from outside, a
/// head or a layer that was asked for, is left as it is.
struct StepFusion {
  /// What a convolution does with its numbers before it writes them.
  enum Tail: Hashable {
    /// Takes the largest of each two by two pixels.
    case pools
    /// Adds another source.
    case adds(Network.Source)
  }

  /// A convolution's tail, and the node that it does.
  struct Fused {
    var tail: Tail
    var node: Int
  }

  /// By the convolution's node.
  private(set) var fused: [Int: Fused] = [:]
  /// The convolution that does a node, by that node.
  private(set) var writers: [Int: Int] = [:]

  /// Fuses nothing.
  init() {}

  /// Finds what can be done together.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - lasting: The sources that are looked at after a run.
  init(_ network: Network, lasting: [Network.Source]) {
    let readers = network.realReaders()
    let seen = Set(lasting.map(network.origin))
    for (index, node) in network.nodes.enumerated() {
      for (position, input) in node.inputs.enumerated() {
        guard case .node(let before) = network.origin(of: input), fused[before] == nil,
          readers[before] == [index], !seen.contains(.node(before)),
          case .convolution(let convolution) = network.nodes[before].operation,
          TiledConvolutionStep.fits(convolution),
          let tail = Self.tail(network, node, position: position, before: before)
        else { continue }
        fused[before] = Fused(tail: tail, node: index)
        writers[index] = before
        break
      }
    }
  }

  /// What the convolution at `before` has to do to be the node as well; nil if it cannot.
  private static func tail(
    _ network: Network, _ node: Network.Node, position: Int, before: Int
  ) -> Tail? {
    let shape = network.nodes[before].outputShape
    switch node.operation {
    case .maximumPool(let window):
      let isPairs =
        window.kernelHeight == 2 && window.kernelWidth == 2 && window.strideY == 2
        && window.strideX == 2 && window.dilation == 1 && window.paddingTop == 0
        && window.paddingLeft == 0
      let half = FeatureShape(
        height: shape.height / 2, width: shape.width / 2, channels: shape.channels)
      return isPairs && shape.height % 2 == 0 && shape.width % 2 == 0 && node.outputShape == half
        ? .pools : nil
    case .addition(let addition):
      guard addition.weights.isEmpty, addition.existingScale == 1, addition.addedScale == 1,
        addition.activation == .linear, node.inputs.count == 2, node.outputShape == shape
      else { return nil }
      let other = network.origin(of: node.inputs[1 - position])
      guard network.shape(of: other) == shape else { return nil }
      // It has to be there when the convolution runs.
      if case .node(let index) = other, index >= before { return nil }
      return .adds(other)
    default: return nil
    }
  }
}

extension Network {
  /// The nodes that read each node's output and do something with it, identities looked through.
  func realReaders() -> [[Int]] {
    var readers = [[Int]](repeating: [], count: nodes.count)
    for (index, node) in nodes.enumerated() {
      if case .identity = node.operation { continue }
      for input in node.inputs {
        if case .node(let before) = origin(of: input) { readers[before].append(index) }
      }
    }
    return readers
  }
}
