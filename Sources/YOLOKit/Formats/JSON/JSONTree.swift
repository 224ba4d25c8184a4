/// A JSON value that is kept as a whole.
enum JSONTree: Sendable {
  case null
  case truth(Bool)
  /// A number as the text spells it, so that nothing of it is lost.
  case number(String)
  case text(String)
  case list([JSONTree])
  /// Members by name; no name stands there twice.
  case object([String: JSONTree])

  /// What it is, for a message.
  var kind: String {
    switch self {
    case .null: "null"
    case .truth(let value): "\(value)"
    case .number(let text): shortened(text)
    case .text(let text): "\"\(shortened(text))\""
    case .list(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}

/// A value of a JSON text with its place in it, so that every error can name it.
struct JSONField<Failure: JSONFailure> {
  /// The value.
  let value: JSONTree
  /// The way to it: `graph.nodes[3].stride`.
  let place: String
  /// What errors call the file.
  let file: String

  /// An error about the value.
  func failure(_ expected: String) -> Failure {
    .invalidValue(file: file, place: place, found: value.kind, expected: expected)
  }

  /// A member of an object; `null` where there is none.
  func member(_ name: String) throws(Failure) -> JSONField {
    guard case .object(let members) = value else { throw failure("an object") }
    return JSONField(value: members[name] ?? .null, place: "\(place).\(name)", file: file)
  }

  /// A member that may be missing.
  func optional(_ name: String) throws(Failure) -> JSONField? {
    let field = try member(name)
    if case .null = field.value { return nil }
    return field
  }

  /// The elements of a list.
  func list(count range: ClosedRange<Int> = 0...1_000_000) throws(Failure) -> [JSONField] {
    guard case .list(let elements) = value, range.contains(elements.count) else {
      throw failure(
        range.lowerBound == range.upperBound
          ? "a list of \(range.lowerBound)"
          : "a list of \(range.lowerBound)…\(range.upperBound)")
    }
    return elements.enumerated().map { index, element in
      JSONField(value: element, place: "\(place)[\(index)]", file: file)
    }
  }

  /// A whole number in a range.
  func integer(in range: ClosedRange<Int>) throws(Failure) -> Int {
    guard case .number(let text) = value, let number = Int(text), range.contains(number) else {
      throw failure("a whole number in \(range.lowerBound)…\(range.upperBound)")
    }
    return number
  }

  /// Some whole numbers.
  func integers(
    in range: ClosedRange<Int>, count: ClosedRange<Int>
  ) throws(Failure) -> [Int] {
    try list(count: count).map { field throws(Failure) in try field.integer(in: range) }
  }

  /// A number in a range.
  func number(in range: ClosedRange<Float>) throws(Failure) -> Float {
    guard case .number(let text) = value, let number = Double(text), Float(number).isFinite,
      range.contains(Float(number))
    else { throw failure("a number in \(range.lowerBound)…\(range.upperBound)") }
    return Float(number)
  }

  /// `true` or `false`.
  func truth() throws(Failure) -> Bool {
    guard case .truth(let value) = value else { throw failure("true or false") }
    return value
  }

  /// A text.
  func text() throws(Failure) -> String {
    guard case .text(let text) = value else { throw failure("a text") }
    return text
  }

  /// One of some words.
  func word<Word: RawRepresentable>(_ type: Word.Type) throws(Failure) -> Word
  where Word.RawValue == String {
    guard case .text(let text) = value, let word = Word(rawValue: text) else {
      throw failure("a known \(type)")
    }
    return word
  }
}
