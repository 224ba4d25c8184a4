/// Reads a Python pickle without executing anything.
///
/// Source: `pickletools.py` of CPython; protocols 0 to 5 as far as PyTorch's files use them. Where
/// Python would import or call something, the name is written down. What can be built this way is
/// bounded: by the stack's depth, by the number of nodes, by the number of dictionary entries that are
/// copied, and by texts and lists never being longer than the bytes that spell them.
struct PickleReader {
  private var cursor: ByteCursor
  var tree = PickleTree()
  var stack: [PickleTree.Value] = []
  private var marks: [Int] = []
  private var memo: [Int: PickleTree.Value] = [:]
  /// Entries of dictionaries that were made of a list of pairs, which any number of them may share.
  var copiedCount = 0

  /// Bounds far above those of real checkpoints, which have some ten thousand nodes.
  static let nodeLimit = 4_000_000
  static let stackLimit = 1_000_000

  /// Why a pickle cannot be read.
  struct Failure: Error {
    /// The place in the pickle, in bytes.
    let offset: Int
    /// What is wrong there.
    let problem: String
  }

  /// Reads one pickle.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: Where the pickle begins.
  /// - Returns: What it says, and where it ends.
  /// - Throws: ``Failure``.
  static func read(_ bytes: [UInt8], from start: Int = 0) throws(Failure) -> (PickleTree, end: Int)
  {
    var reader = PickleReader(cursor: ByteCursor(bytes, from: start))
    try reader.run()
    return (reader.tree, reader.cursor.position)
  }

  private init(cursor: ByteCursor) { self.cursor = cursor }

  private mutating func run() throws(Failure) {
    while true {
      guard let opcode = cursor.byte() else { throw failure("it ends without its end mark") }
      if opcode == UInt8(ascii: ".") {
        tree.root = try pop()
        return
      }
      if try !runSimple(opcode), try !runContainer(opcode), try !runObject(opcode) {
        throw failure("the opcode 0x\(String(opcode, radix: 16)) is unknown")
      }
      guard stack.count <= Self.stackLimit else { throw failure("its stack is too deep") }
      guard tree.nodes.count <= Self.nodeLimit, memo.count <= Self.nodeLimit,
        copiedCount <= Self.nodeLimit
      else {
        throw failure("it builds more than \(Self.nodeLimit) things")
      }
    }
  }

  // MARK: - Numbers, texts, and the memo

  private mutating func runSimple(_ opcode: UInt8) throws(Failure) -> Bool {
    switch opcode {
    case 0x80: _ = try number(1)  // PROTO
    case 0x95: _ = try number(8)  // FRAME
    case UInt8(ascii: "N"): stack.append(.none)
    case 0x88: stack.append(.bool(true))
    case 0x89: stack.append(.bool(false))
    case UInt8(ascii: "K"): stack.append(.int(try number(1)))
    case UInt8(ascii: "M"): stack.append(.int(try number(2)))
    case UInt8(ascii: "J"):
      stack.append(.int(Int(Int32(truncatingIfNeeded: try number(4)))))
    case 0x8A: stack.append(try long(try number(1)))
    case 0x8B: stack.append(try long(try number(4)))
    case UInt8(ascii: "I"), UInt8(ascii: "L"): stack.append(try textNumber())
    case UInt8(ascii: "F"):
      guard let value = Double(try line()) else { throw failure("a number cannot be read") }
      stack.append(.float(value))
    case UInt8(ascii: "G"):
      var bits: UInt64 = 0
      for byte in try take(8) { bits = bits << 8 | UInt64(byte) }
      stack.append(.float(Double(bitPattern: bits)))
    case 0x8C: stack.append(.string(try text(try number(1))))
    case UInt8(ascii: "X"): stack.append(.string(try text(try number(4))))
    case 0x8D: stack.append(.string(try text(try number(8))))
    case UInt8(ascii: "U"): stack.append(.string(try text(try number(1))))
    case UInt8(ascii: "T"): stack.append(.string(try text(try number(4))))
    case UInt8(ascii: "V"): stack.append(.string(try line()))
    case UInt8(ascii: "S"):
      stack.append(.string(String(try line().dropFirst().dropLast())))
    case UInt8(ascii: "C"): stack.append(.bytes(Array(try take(try number(1)))))
    case UInt8(ascii: "B"): stack.append(.bytes(Array(try take(try number(4)))))
    case 0x8E, 0x96: stack.append(.bytes(Array(try take(try number(8)))))
    case UInt8(ascii: "q"): memo[try number(1)] = try top()
    case UInt8(ascii: "r"): memo[try number(4)] = try top()
    case UInt8(ascii: "p"): memo[try textIndex()] = try top()
    case 0x94: memo[memo.count] = try top()
    case UInt8(ascii: "h"): stack.append(try remembered(try number(1)))
    case UInt8(ascii: "j"): stack.append(try remembered(try number(4)))
    case UInt8(ascii: "g"): stack.append(try remembered(try textIndex()))
    default: return false
    }
    return true
  }

  // MARK: - Lists, tuples, dictionaries

  private mutating func runContainer(_ opcode: UInt8) throws(Failure) -> Bool {
    switch opcode {
    case UInt8(ascii: "("): marks.append(stack.count)
    case UInt8(ascii: "0"): _ = try pop()
    case UInt8(ascii: "1"): _ = try popToMark()
    case UInt8(ascii: "2"): stack.append(try top())
    case UInt8(ascii: "]"), 0x8F: push(.list([]))
    case UInt8(ascii: ")"): push(.tuple([]))
    case UInt8(ascii: "}"): push(.dictionary([]))
    case UInt8(ascii: "l"): push(.list(try popToMark()))
    case UInt8(ascii: "t"), 0x91: push(.tuple(try popToMark()))
    case UInt8(ascii: "d"): push(.dictionary(try pairs(try popToMark())))
    case 0x85: push(.tuple([try pop()]))
    case 0x86:
      let second = try pop()
      push(.tuple([try pop(), second]))
    case 0x87:
      let (third, second) = (try pop(), try pop())
      push(.tuple([try pop(), second, third]))
    case UInt8(ascii: "a"): try append([try pop()])
    case UInt8(ascii: "e"), 0x90: try append(try popToMark())
    case UInt8(ascii: "s"):
      let value = try pop()
      try setItems([(try pop(), value)])
    case UInt8(ascii: "u"): try setItems(try pairs(try popToMark()))
    default: return false
    }
    return true
  }

  /// Adds items to the list on top; to a set (an object that is called) they go as arguments.
  private mutating func append(_ items: [PickleTree.Value]) throws(Failure) {
    guard case .node(let index) = try top() else { throw failure("items are added to no list") }
    switch tree.nodes[index] {
    case .list(var list):
      tree.nodes[index] = .list([])
      list.append(contentsOf: items)
      tree.nodes[index] = .list(list)
    case .object: break
    default: throw failure("items are added to no list")
    }
  }

  private mutating func setItems(
    _ items: [(key: PickleTree.Value, value: PickleTree.Value)]
  ) throws(Failure) {
    guard case .node(let index) = try top() else {
      throw failure("entries are added to no dictionary")
    }
    switch tree.nodes[index] {
    case .dictionary(var pairs):
      tree.nodes[index] = .dictionary([])
      pairs.append(contentsOf: items)
      tree.nodes[index] = .dictionary(pairs)
    case .object: break
    default: throw failure("entries are added to no dictionary")
    }
  }

  private func pairs(
    _ items: [PickleTree.Value]
  ) throws(Failure) -> [(key: PickleTree.Value, value: PickleTree.Value)] {
    guard items.count % 2 == 0 else { throw failure("a key has no value") }
    return stride(from: 0, to: items.count, by: 2).map { (items[$0], items[$0 + 1]) }
  }

  // MARK: - The stack

  mutating func push(_ node: PickleTree.Node) {
    tree.nodes.append(node)
    stack.append(.node(tree.nodes.count - 1))
  }

  mutating func pop() throws(Failure) -> PickleTree.Value {
    guard stack.count > (marks.last ?? 0), let value = stack.popLast() else {
      throw failure("its stack is empty")
    }
    return value
  }

  func top() throws(Failure) -> PickleTree.Value {
    guard let value = stack.last else { throw failure("its stack is empty") }
    return value
  }

  mutating func popToMark() throws(Failure) -> [PickleTree.Value] {
    guard let mark = marks.popLast(), mark <= stack.count else {
      throw failure("a mark is missing")
    }
    let items = Array(stack[mark...])
    stack.removeSubrange(mark...)
    return items
  }

  private func remembered(_ index: Int) throws(Failure) -> PickleTree.Value {
    guard let value = memo[index] else {
      throw failure("it refers to number \(index), not yet made")
    }
    return value
  }

  // MARK: - The bytes

  private mutating func number(_ count: Int) throws(Failure) -> Int {
    guard let value = cursor.int(count) else {
      throw failure("it ends too early, or a length is absurd")
    }
    return value
  }

  private mutating func take(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
    guard let bytes = cursor.take(count) else {
      throw failure("\(count) bytes are announced but only \(cursor.remaining) are left")
    }
    return bytes
  }

  private mutating func text(_ count: Int) throws(Failure) -> String {
    String(decoding: try take(count), as: UTF8.self)
  }

  mutating func line() throws(Failure) -> String {
    guard let bytes = cursor.line() else { throw failure("a line has no end") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A whole number as two's complement bytes; one of more than 8 bytes becomes its bytes.
  private mutating func long(_ count: Int) throws(Failure) -> PickleTree.Value {
    let bytes = try take(count)
    guard count <= 8 else { return .bytes(Array(bytes)) }
    var value: Int = bytes.last.map { $0 & 0x80 == 0 ? 0 : -1 } ?? 0
    for byte in bytes.reversed() { value = value << 8 | Int(byte) }
    return .int(value)
  }

  private mutating func textNumber() throws(Failure) -> PickleTree.Value {
    let text = try line()
    switch text {
    case "00": return .bool(false)
    case "01": return .bool(true)
    default:
      let digits = text.hasSuffix("L") ? String(text.dropLast()) : text
      guard let value = Int(digits) else { throw failure("a whole number cannot be read") }
      return .int(value)
    }
  }

  private mutating func textIndex() throws(Failure) -> Int {
    guard let index = Int(try line()), index >= 0 else { throw failure("a number cannot be read") }
    return index
  }

  func failure(_ problem: String) -> Failure {
    Failure(offset: cursor.position, problem: problem)
  }
}
