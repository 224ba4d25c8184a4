/// What Python would import or call: here names are written down and calls become records.
extension PickleReader {
  /// Runs an opcode that names, calls or fills something; false for any other.
  mutating func runObject(_ opcode: UInt8) throws(Failure) -> Bool {
    switch opcode {
    case UInt8(ascii: "c"): stack.append(try global("\(try line()).\(try line())"))
    case 0x93:
      guard case .string(let name) = try pop(), case .string(let module) = try pop() else {
        throw failure("a name is no text")
      }
      stack.append(try global("\(module).\(name)"))
    case UInt8(ascii: "R"), 0x81:
      let arguments = try pop()
      push(called(try pop(), arguments))
    case 0x92:
      _ = try pop()
      let arguments = try pop()
      push(called(try pop(), arguments))
    case UInt8(ascii: "i"):
      let callee = try global("\(try line()).\(try line())")
      let arguments = try popToMark()
      push(.tuple(arguments))
      push(called(callee, try pop()))
    case UInt8(ascii: "o"):
      var items = try popToMark()
      guard !items.isEmpty else { throw failure("an object has no class") }
      let callee = items.removeFirst()
      push(.tuple(items))
      push(called(callee, try pop()))
    case UInt8(ascii: "b"): try setState(try pop())
    case UInt8(ascii: "Q"): try pushPersistent(try pop())
    case UInt8(ascii: "P"): push(.persistent(.string(try line())))
    default: return false
    }
    return true
  }

  /// A class or function by name; one that attacks is an error.
  private func global(_ name: String) throws(Failure) -> PickleTree.Value {
    guard !HostileNames.contains(name) else {
      throw failure(
        "it names \(shortened(name)), which no checkpoint needs: it was made to run something on "
          + "computers that load it with Python; nothing was run here")
    }
    return .global(name)
  }

  /// Something outside the pickle: a storage; or, in files before PyTorch 1.6, a class with its
  /// source text, `("module", class, file, source)`, of which the class is all that matters.
  private mutating func pushPersistent(_ id: PickleTree.Value) throws(Failure) {
    if let parts = tree.items(id), parts.count >= 2, parts[0] == .string("module"),
      case .global = parts[1]
    {
      stack.append(parts[1])
    } else {
      push(.persistent(id))
    }
  }

  /// What a call would make: an ordered dictionary is a dictionary here, all else stays a record.
  private mutating func called(
    _ callee: PickleTree.Value, _ arguments: PickleTree.Value
  ) -> PickleTree.Node {
    guard callee == .global("collections.OrderedDict") else {
      return .object(callee: callee, arguments: arguments, state: .none)
    }
    // Python 2 wrote the entries as one argument: a list of pairs.
    let entries = tree.items(arguments)?.first.flatMap { tree.items($0) } ?? []
    copiedCount += entries.count
    guard copiedCount <= Self.nodeLimit else { return .dictionary([]) }
    return .dictionary(
      entries.compactMap { entry in
        tree.items(entry).flatMap { $0.count == 2 ? (key: $0[0], value: $0[1]) : nil }
      })
  }

  private mutating func setState(_ state: PickleTree.Value) throws(Failure) {
    guard case .node(let index) = try top() else { throw failure("a state is given to no object") }
    switch tree.nodes[index] {
    case .object(let callee, let arguments, _):
      tree.nodes[index] = .object(callee: callee, arguments: arguments, state: state)
    // An ordered dictionary may have attributes of its own, which say nothing here.
    case .dictionary: break
    default: throw failure("a state is given to no object")
    }
  }
}
