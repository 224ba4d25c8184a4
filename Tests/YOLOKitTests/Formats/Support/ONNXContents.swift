import Foundation

/// An ONNX file, read back by the rules of Protocol Buffers alone.
struct ONNXContents {
  struct Node {
    var type = ""
    var inputs: [String] = []
    var outputs: [String] = []
    var attributes: [String: [Int]] = [:]
  }

  struct Tensor {
    var shape: [Int] = []
    var type = 0
    var data: [UInt8] = []

    var floats: [Float] {
      stride(from: 0, to: data.count, by: 4).map { place in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[place + $1]) << UInt32(8 * $1) })
      }
    }
  }

  var version = 0
  var operatorSet = 0
  var properties: [String: String] = [:]
  var nodes: [Node] = []
  var tensors: [String: Tensor] = [:]
  var inputs: [String: [Int]] = [:]
  var outputs: [String: [Int]] = [:]

  /// How often each operator occurs.
  var counts: [String: Int] { nodes.reduce(into: [:]) { $0[$1.type, default: 0] += 1 } }

  struct NotWellFormed: Error {}

  init(path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    for field in try Self.fields(bytes[...]) {
      switch field.number {
      case 1: version = field.value
      case 7: try readGraph(field.bytes)
      case 8: operatorSet = try Self.fields(field.bytes).first { $0.number == 2 }?.value ?? 0
      case 14:
        let texts = try Self.fields(field.bytes).map(\.text)
        properties[texts[0]] = texts[1]
      default: break
      }
    }
  }

  private mutating func readGraph(_ bytes: ArraySlice<UInt8>) throws {
    for field in try Self.fields(bytes) {
      switch field.number {
      case 1: nodes.append(try Self.node(field.bytes))
      case 5:
        let (name, tensor) = try Self.tensor(field.bytes)
        guard tensors.updateValue(tensor, forKey: name) == nil else { throw NotWellFormed() }
      case 11, 12:
        let (name, shape) = try Self.port(field.bytes)
        if field.number == 11 { inputs[name] = shape } else { outputs[name] = shape }
      default: break
      }
    }
  }

  private static func node(_ bytes: ArraySlice<UInt8>) throws -> Node {
    var node = Node()
    for field in try fields(bytes) {
      switch field.number {
      case 1: node.inputs.append(field.text)
      case 2: node.outputs.append(field.text)
      case 4: node.type = field.text
      case 5:
        let parts = try fields(field.bytes)
        let name = parts.first { $0.number == 1 }?.text ?? ""
        node.attributes[name] = parts.filter { $0.number == 3 || $0.number == 8 }.map(\.value)
      default: break
      }
    }
    return node
  }

  private static func tensor(_ bytes: ArraySlice<UInt8>) throws -> (String, Tensor) {
    var (name, tensor) = ("", Tensor())
    for field in try fields(bytes) {
      switch field.number {
      case 1: tensor.shape.append(field.value)
      case 2: tensor.type = field.value
      case 8: name = field.text
      case 9: tensor.data = Array(field.bytes)
      default: break
      }
    }
    return (name, tensor)
  }

  private static func port(_ bytes: ArraySlice<UInt8>) throws -> (String, [Int]) {
    let parts = try fields(bytes)
    var inner = parts.first { $0.number == 2 }?.bytes ?? []
    // TypeProto, its tensor_type, the shape of that.
    for number in [1, 2] { inner = try fields(inner).first { $0.number == number }?.bytes ?? [] }
    let sides = try fields(inner).map { side in
      try fields(side.bytes).first { $0.number == 1 }?.value ?? 0
    }
    return (parts.first { $0.number == 1 }?.text ?? "", sides)
  }

  private struct Field {
    let number: Int
    var value = 0
    var bytes: ArraySlice<UInt8> = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [Field] {
    var (rest, result) = (bytes, [Field]())
    while !rest.isEmpty {
      let tag = try varint(&rest)
      var field = Field(number: Int(tag >> 3))
      switch tag & 7 {
      case 0: field.value = Int(truncatingIfNeeded: try varint(&rest))
      case 2:
        let count = Int(try varint(&rest))
        guard count <= rest.count else { throw NotWellFormed() }
        field.bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
      case 5: rest = rest.dropFirst(4)
      default: throw NotWellFormed()
      }
      result.append(field)
    }
    return result
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { throw NotWellFormed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw NotWellFormed()
  }
}
