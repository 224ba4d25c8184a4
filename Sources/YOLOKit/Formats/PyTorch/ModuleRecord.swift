/// One `torch.nn.Module` of a checkpoint, as a record: its class, attributes, parameters and children.
struct ModuleRecord {
  let checkpoint: TorchCheckpoint
  /// The module's name within the model: `model.24.m.0`.
  let path: String
  /// The full name of its class: `models.common.Conv`.
  let fullType: String
  private let state: PickleTree.Value

  /// Looks at a value as a module; nil where it is none.
  init?(_ value: PickleTree.Value, in checkpoint: TorchCheckpoint, path: String) {
    guard let object = checkpoint.tree.object(value),
      checkpoint.tree.value(object.state, "_modules") != nil
    else { return nil }
    self.checkpoint = checkpoint
    self.path = path
    fullType = object.type
    state = object.state
  }

  /// The class without the modules before it: `Conv`.
  var type: String { fullType.split(separator: ".").last.map(String.init) ?? fullType }

  /// An attribute; nil where it is not there.
  func attribute(_ name: String) -> PickleTree.Value? { checkpoint.tree.value(state, name) }

  /// The children by name, in order; entries that are none are left out.
  var children: [(name: String, module: ModuleRecord)] {
    guard let modules = attribute("_modules") else { return [] }
    return (checkpoint.tree.pairs(modules) ?? []).compactMap { key, value in
      key.string.flatMap { name in
        ModuleRecord(value, in: checkpoint, path: path.isEmpty ? name : "\(path).\(name)")
          .map { (name, $0) }
      }
    }
  }

  /// A child; nil where there is none.
  func child(_ name: String) -> ModuleRecord? {
    guard let modules = attribute("_modules"), let value = checkpoint.tree.value(modules, name)
    else { return nil }
    return ModuleRecord(value, in: checkpoint, path: path.isEmpty ? name : "\(path).\(name)")
  }

  /// A child that has to be there.
  func requiredChild(_ name: String) throws(ModelFormatError) -> ModuleRecord {
    guard let module = child(name) else {
      throw failure("no module \"\(name)\"", expected: "one, as every \(type) has")
    }
    return module
  }

  /// A parameter or buffer; nil where there is none.
  func tensor(_ name: String) throws(ModelFormatError) -> TorchCheckpoint.Tensor? {
    for group in ["_parameters", "_buffers"] {
      if let table = attribute(group), let value = checkpoint.tree.value(table, name),
        let tensor = try checkpoint.tensor(value)
      {
        return tensor
      }
    }
    return try attribute(name).map { value throws(ModelFormatError) in
      try checkpoint.tensor(value)
    } ?? nil
  }

  /// A parameter or buffer of a given shape that has to be there, with finite numbers.
  func requiredTensor(_ name: String, _ shape: [Int]) throws(ModelFormatError) -> [Float] {
    guard let tensor = try tensor(name) else {
      throw failure("no tensor \"\(name)\"", expected: "one of shape \(shape)")
    }
    guard tensor.shape == shape else {
      throw failure("\(name) of shape \(tensor.shape)", expected: "\(shape)")
    }
    guard tensor.values.allSatisfy(\.isFinite) else {
      throw failure("a number in \(name) that is not finite", expected: "what training gives")
    }
    return tensor.values
  }

  /// An attribute that says something; nil where it is not there, or is Python's `None`.
  private func given(_ name: String) -> PickleTree.Value? {
    attribute(name).flatMap { $0 == PickleTree.Value.none ? nil : $0 }
  }

  /// A whole-number attribute.
  func integer(_ name: String, default fallback: Int? = nil) throws(ModelFormatError) -> Int {
    guard let value = given(name).map(\.int) ?? fallback else {
      throw failure("no whole number \"\(name)\"", expected: "one, as every \(type) has")
    }
    return value
  }

  /// An attribute that is a finite number.
  func number(_ name: String, default fallback: Double) throws(ModelFormatError) -> Double {
    guard let value = given(name).map(\.double) ?? fallback, value.isFinite else {
      throw failure("no usable number \"\(name)\"", expected: "one, as every \(type) has")
    }
    return value
  }

  /// An attribute that is a number, or a pair of them, for rows and columns.
  func pair(
    _ name: String, default fallback: Int? = nil, in range: ClosedRange<Int>
  ) throws(ModelFormatError) -> (rows: Int, columns: Int) {
    let value = given(name)
    let numbers: [Int]
    if let value, let items = checkpoint.tree.items(value) {
      numbers = items.compactMap(\.int)
    } else {
      numbers = (value.map(\.int) ?? fallback).map { [$0, $0] } ?? []
    }
    guard numbers.count == 2, numbers.allSatisfy(range.contains) else {
      throw failure(
        "\(name) \(value.map { shortened("\($0)") } ?? "(missing)")",
        expected: "two numbers in \(range.lowerBound)…\(range.upperBound)")
    }
    return (numbers[0], numbers[1])
  }

  /// An error about this module.
  func failure(_ found: String, expected: String) -> ModelFormatError {
    .module(
      file: checkpoint.path, path: path.isEmpty ? "(the model)" : path, found: found,
      expected: expected)
  }
}
