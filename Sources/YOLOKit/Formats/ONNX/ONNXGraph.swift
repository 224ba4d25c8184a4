/// A graph of ONNX operators that is being put together.
///
/// Source of the numbers of fields and types: `onnx/onnx.proto` of the ONNX project.
struct ONNXGraph {
  /// An attribute of an operator.
  enum Attribute {
    case integer(Int)
    case integers([Int])
    case number(Float)
    case text(String)
  }

  /// A map that goes in or comes out, of 32-bit floats.
  struct Port {
    let name: String
    let shape: [Int]
  }

  /// The graph's name.
  let name: String
  /// The operators, each a field `node` of the GraphProto.
  private(set) var nodes = ProtobufWriter()
  /// How many operators there are.
  private(set) var nodeCount = 0
  /// The constants.
  private(set) var tensors: [ONNXTensor] = []
  /// What goes in.
  var inputs: [Port] = []
  /// What comes out.
  var outputs: [Port] = []
  private var scalars: [Float: String] = [:]
  private var lists: [[Int]: String] = [:]

  /// Starts a graph.
  init(name: String) { self.name = name }

  /// Adds an operator.
  ///
  /// - Parameters:
  ///   - type: The operator: `Conv`.
  ///   - inputs: What it reads; empty names stand for optional inputs that are left out.
  ///   - attributes: Its settings.
  ///   - output: The name of its output; nil for one made of its type and number.
  /// - Returns: The name of its output.
  mutating func node(
    _ type: String, _ inputs: [String], _ attributes: [(String, Attribute)] = [],
    output: String? = nil
  ) -> String {
    let name = "\(type)_\(nodeCount)"
    let output = output ?? name
    nodes.message(1) { node in
      for input in inputs { node.write(1, input) }
      node.write(2, output)
      node.write(3, name)
      node.write(4, type)
      for (name, attribute) in attributes {
        node.message(5) { Self.write(attribute, name, &$0) }
      }
    }
    nodeCount += 1
    return output
  }

  private static func write(
    _ attribute: Attribute, _ name: String, _ writer: inout ProtobufWriter
  ) {
    writer.write(1, name)
    let type: Int
    switch attribute {
    case .number(let value):
      writer.write(2, value)
      type = 1
    case .integer(let value):
      writer.write(3, value)
      type = 2
    case .text(let value):
      writer.write(4, value)
      type = 3
    case .integers(let values):
      for value in values { writer.write(8, value) }
      type = 7
    }
    writer.write(20, type)
  }

  /// Adds a constant.
  ///
  /// - Returns: Its name.
  mutating func constant(_ name: String, _ shape: [Int], _ values: ONNXTensor.Values) -> String {
    tensors.append(ONNXTensor(name: name, shape: shape, values: values))
    return name
  }

  /// Adds floats of some shape under a name of their own.
  mutating func constant(_ floats: [Float], shape: [Int]) -> String {
    constant("constant_\(tensors.count)", shape, .floats(floats))
  }

  /// A single number; the same one is kept once.
  mutating func scalar(_ value: Float) -> String {
    if let name = scalars[value] { return name }
    let name = constant([value], shape: [])
    scalars[value] = name
    return name
  }

  /// A list of whole numbers, like a shape; the same one is kept once.
  mutating func integers(_ values: [Int]) -> String {
    if let name = lists[values] { return name }
    let name = constant("constant_\(tensors.count)", [values.count], .integers(values))
    lists[values] = name
    return name
  }
}
