/// What a pickle says, as inert data: nothing in it is ever called or imported.
///
/// Lists, dictionaries and objects are nodes in one array and refer to each other by number, so that
/// a pickle may share and nest as it likes without recursion anywhere, not even when it is freed.
struct PickleTree {
  /// The nodes.
  var nodes: [Node] = []
  /// What the pickle is as a whole.
  var root = Value.none

  /// A value: a simple one, or a node.
  enum Value: Hashable {
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case string(String)
    case bytes([UInt8])
    /// A class or function by its name: module and name with a dot between.
    case global(String)
    case node(Int)
  }

  /// A value that holds others.
  enum Node {
    case list([Value])
    case tuple([Value])
    /// Keys and values, in order.
    case dictionary([(key: Value, value: Value)])
    /// What would be made by calling something with arguments, and the state it would be given.
    case object(callee: Value, arguments: Value, state: Value)
    /// Something that lies outside the pickle: a tensor's storage.
    case persistent(Value)
  }

  // MARK: - Looking things up

  /// The items of a list or tuple (or of the arguments of a set or list that is called); nil for
  /// anything else.
  func items(_ value: Value) -> [Value]? {
    guard case .node(let index) = value else { return nil }
    switch nodes[index] {
    case .list(let items), .tuple(let items): return items
    default: return nil
    }
  }

  /// The keys and values of a dictionary, also of an ordered one; nil for anything else.
  func pairs(_ value: Value) -> [(key: Value, value: Value)]? {
    guard case .node(let index) = value, case .dictionary(let pairs) = nodes[index] else {
      return nil
    }
    return pairs
  }

  /// The value of a text key in a dictionary; nil where it is not there.
  func value(_ dictionary: Value, _ key: String) -> Value? {
    pairs(dictionary)?.last { $0.key == .string(key) }?.value
  }

  /// The class of an object, and its state; nil for anything else.
  func object(_ value: Value) -> (type: String, state: Value, arguments: Value)? {
    guard case .node(let index) = value,
      case .object(let callee, let arguments, let state) = nodes[index],
      case .global(let type) = callee
    else { return nil }
    return (type, state, arguments)
  }

  /// An attribute of an object: an entry of its state, which is a dictionary.
  func attribute(_ object: Value, _ name: String) -> Value? {
    guard let state = self.object(object)?.state else { return nil }
    return value(state, name)
  }
}

extension PickleTree.Value {
  /// A whole number, also where it is written as a float or a boolean.
  var int: Int? {
    switch self {
    case .int(let value): value
    case .float(let value): Int(exactly: value)
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// A whole number written as one.
  var strictInt: Int? {
    if case .int(let value) = self { return value }
    return nil
  }

  /// A number.
  var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  /// A text.
  var string: String? {
    if case .string(let value) = self { return value }
    return nil
  }
}
