/// A piece of JSON (RFC 8259) with the members of its objects in the order they were given.
package enum JSONValue: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number; one that is infinite or not a number is written as `null`.
  case number(Double)
  /// A number in single precision, written with no more digits than it needs.
  case float(Float)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members in the order in which they are written.
  case object([Member])

  /// A name and its value in an object.
  package struct Member: Sendable, Equatable {
    /// The member's name.
    package let name: String
    /// The member's value.
    package let value: JSONValue

    /// Makes a member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object from names and values, in this order.
  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// Text from bytes; what is not UTF-8 becomes U+FFFD, because JSON has no other text.
  package static func path(_ path: SystemPath) -> JSONValue { .string(path.repairedText) }
}
