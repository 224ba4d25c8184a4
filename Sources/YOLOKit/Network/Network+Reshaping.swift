extension Network {
  /// The same network, with the same weights, for another input size.
  ///
  /// - Parameters:
  ///   - width: Columns of the input.
  ///   - height: Rows of the input.
  /// - Returns: The network; nil where some layers would not fit together.
  func reshaped(width: Int, height: Int) -> Network? {
    guard width >= 1, height >= 1 else { return nil }
    guard (width, height) != (inputShape.width, inputShape.height) else { return self }
    var network = self
    network.inputShape.width = width
    network.inputShape.height = height
    for index in network.nodes.indices {
      let node = network.nodes[index]
      guard let shape = node.operation.outputShape(node.inputs.map { network.shape(of: $0) }),
        CheckedArithmetic.product(shape.height, shape.width, shape.channels) != nil
      else { return nil }
      network.nodes[index].outputShape = shape
    }
    for index in network.layers.indices {
      network.layers[index].summary.outputShape = network.shape(of: network.layers[index].output)
    }
    return network
  }
}
