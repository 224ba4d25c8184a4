/// The names of a node's tensors in a converted model: `layer.3.node.12.weight`.
struct TensorNames {
  /// The node's place in the network.
  let node: Int
  /// The layer that it belongs to.
  let layer: Int

  /// The name of one of its tensors.
  func callAsFunction(_ part: String) -> String { "layer.\(layer).node.\(node).\(part)" }
}
