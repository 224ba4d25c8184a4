/// A network as a value: what is computed from what, with all weights.
///
/// Importers make it, passes rewrite it, ``ExecutionPlan`` runs it. Nodes stand in an order in which
/// each can be computed: a node reads only the input and nodes before it.
struct Network: Sendable {
  /// What goes in, `[height, width, channels]`: red, green and blue (or luma), 0…1.
  var inputShape: FeatureShape
  /// The computation, in order.
  var nodes: [Node] = []
  /// The layers of the file that the nodes came from.
  var layers: [Layer] = []
  /// Where the boxes come out, in file order.
  var heads: [Head] = []

  /// Something that can be read: the network's input or the output of a node.
  enum Source: Hashable, Sendable {
    /// The network's input.
    case input
    /// The output of the node at this place.
    case node(Int)
  }

  /// One step of the computation.
  struct Node: Sendable {
    /// What is done.
    var operation: Operation
    /// What is read.
    var inputs: [Source]
    /// What comes out.
    var outputShape: FeatureShape
    /// The file's layer that the node belongs to, from 0.
    var layer: Int
  }

  /// One layer of the file: a few nodes that belong together.
  struct Layer: Sendable {
    /// The last of its nodes, whose output is the layer's.
    var output: Source
    /// What is shown to a person.
    var summary: LayerSummary
  }

  /// The shape of a source.
  func shape(of source: Source) -> FeatureShape {
    switch source {
    case .input: inputShape
    case .node(let index): nodes[index].outputShape
    }
  }

  /// Adds a node at the end.
  ///
  /// - Returns: The node's output.
  mutating func append(
    _ operation: Operation, inputs: [Source], outputShape: FeatureShape, layer: Int
  ) -> Source {
    nodes.append(
      Node(operation: operation, inputs: inputs, outputShape: outputShape, layer: layer))
    return .node(nodes.count - 1)
  }

  /// The node that really makes a source: hops over nodes that only hand on.
  func origin(of source: Source) -> Source {
    var source = source
    while case .node(let index) = source, case .identity = nodes[index].operation {
      source = nodes[index].inputs[0]
    }
    return source
  }
}
