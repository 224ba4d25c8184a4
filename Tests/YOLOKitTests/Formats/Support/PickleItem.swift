/// A value of a pickle of protocol 2, written by hand so that any part of it can be wrong.
indirect enum PickleItem: Sendable {
  case integer(Int)
  case float(Double)
  case text(String)
  case list([PickleItem])
  case tuple([PickleItem])
  case dictionary([(String, PickleItem)])
  /// A class or function by module and name.
  case global(String, String)
  /// What calling something with arguments would make.
  case call(PickleItem, [PickleItem])
  /// The same with a state that is given to it.
  case object(PickleItem, state: PickleItem)
  /// Something outside the pickle.
  case persistent(PickleItem)
  /// An item that is written once and remembered by a number.
  case remembered(UInt32, PickleItem)
  /// What was remembered.
  case recalled(UInt32)
  /// Opcodes as they are, which leave one item on the stack.
  case raw([UInt8])

  /// The whole pickle.
  var pickle: [UInt8] { [0x80, 2] + bytes + Array(".".utf8) }

  /// The opcodes that leave the item on the stack.
  var bytes: [UInt8] {
    switch self {
    case .integer(let value): [0x8A, 8] + Self.littleEndian(UInt64(bitPattern: Int64(value)), 8)
    case .float(let value): Array("G".utf8) + Self.littleEndian(value.bitPattern, 8).reversed()
    case .text(let text):
      Array("X".utf8) + Self.littleEndian(UInt64(text.utf8.count), 4) + Array(text.utf8)
    case .list(let items): Array("](".utf8) + items.flatMap(\.bytes) + Array("e".utf8)
    case .tuple(let items): Array("(".utf8) + items.flatMap(\.bytes) + Array("t".utf8)
    case .dictionary(let entries):
      Array("}(".utf8) + entries.flatMap { PickleItem.text($0).bytes + $1.bytes }
        + Array("u".utf8)
    case .global(let module, let name): Array("c\(module)\n\(name)\n".utf8)
    case .call(let callee, let arguments):
      callee.bytes + PickleItem.tuple(arguments).bytes + Array("R".utf8)
    case .object(let callee, let state):
      callee.bytes + Array(")".utf8) + [0x81] + state.bytes + Array("b".utf8)
    case .persistent(let id): id.bytes + Array("Q".utf8)
    case .remembered(let number, let item):
      item.bytes + Array("r".utf8) + Self.littleEndian(UInt64(number), 4)
    case .recalled(let number): Array("j".utf8) + Self.littleEndian(UInt64(number), 4)
    case .raw(let opcodes): opcodes
    }
  }

  private static func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
