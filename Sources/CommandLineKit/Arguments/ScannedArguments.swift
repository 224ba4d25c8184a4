/// The options and operands of a command line.
package struct ScannedArguments: Sendable, Equatable {
  /// The operands in their order.
  package internal(set) var operands: [SystemPath] = []
  /// The names of the flags that were given.
  var flags: Set<String> = []
  /// The values of the options that were given, in their order.
  var values: [String: [SystemPath]] = [:]

  /// Whether a flag was given.
  package func hasFlag(_ name: String) -> Bool { flags.contains(name) }

  /// Whether an option with a value was given.
  package func hasValue(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option as a path, which need not be UTF-8.
  package func path(_ name: String) throws(UsageError) -> SystemPath? {
    guard let value = values[name]?.last else { return nil }
    guard !value.bytes.isEmpty else {
      throw .invalidValue(option: "--\(name)", found: "", expected: "a path")
    }
    return value
  }

  /// The value of an option as text.
  package func text(_ name: String) throws(UsageError) -> String? {
    guard let value = values[name]?.last else { return nil }
    return try text(of: value, name)
  }

  /// The values of an option, split at commas and without blanks around them.
  package func list(_ name: String) throws(UsageError) -> [String] {
    var items: [String] = []
    for value in values[name] ?? [] {
      for item in try text(of: value, name).split(separator: ",", omittingEmptySubsequences: false)
      {
        let trimmed = item.trimmingBlanks()
        guard !trimmed.isEmpty else {
          throw .invalidValue(
            option: "--\(name)", found: value.description,
            expected: "items with commas between them, none of them empty")
        }
        items.append(trimmed)
      }
    }
    return items
  }

  /// The value of an option as a number in a range.
  package func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    guard let text = try text(name) else { return nil }
    guard Self.isDecimal(text), let value = Double(text), range.contains(value) else {
      let bounds = [range.lowerBound, range.upperBound].map(Self.shortText)
      throw .invalidValue(
        option: "--\(name)", found: VisibleText.of(text),
        expected: "a number in \(bounds.joined(separator: "…"))")
    }
    return value
  }

  /// The value of an option as a whole number in a range.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .invalidValue(
        option: "--\(name)", found: VisibleText.of(text),
        expected: range.upperBound == .max
          ? "a whole number, \(range.lowerBound) or more"
          : "a whole number in \(range.lowerBound)…\(range.upperBound)")
    }
    return value
  }

  /// The value of an option as one of a few words.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let value = Choice(rawValue: text) else {
      throw .invalidValue(
        option: "--\(name)", found: VisibleText.of(text),
        expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return value
  }

  /// Refuses two options that exclude each other.
  package func refuse(
    _ first: String, with second: String, because reason: String
  ) throws(UsageError) {
    let given = { name in hasFlag(name) || hasValue(name) }
    if given(first), given(second) {
      throw .conflict("--\(first)", "--\(second)", reason: reason)
    }
  }

  private func text(of value: SystemPath, _ name: String) throws(UsageError) -> String {
    guard let text = value.text else {
      throw .invalidValue(
        option: "--\(name)", found: value.description, expected: "text in UTF-8")
    }
    guard !text.isEmpty else {
      throw .invalidValue(option: "--\(name)", found: "", expected: "a value that is not empty")
    }
    return text
  }

  /// Swift also reads `0x1p3`, `inf` and `nan`; a person who types those made a mistake.
  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
  }

  private static func shortText(_ bound: Double) -> String {
    Int(exactly: bound).map(String.init) ?? bound.description
  }
}

extension StringProtocol {
  fileprivate func trimmingBlanks() -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let start = firstIndex(where: { !isBlank($0) }),
      let end = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[start...end])
  }
}
