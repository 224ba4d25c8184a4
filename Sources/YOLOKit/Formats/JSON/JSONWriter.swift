/// Writes JSON (RFC 8259) from front to back, without blanks and all in ASCII.
struct JSONWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The text so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object; `body` writes its members.
  mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  /// Writes a list; `body` writes its elements.
  mutating func list(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  /// Writes a member's name; its value has to follow.
  mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a text.
  mutating func write(_ text: String) {
    separate()
    appendQuoted(text)
  }

  /// Writes a whole number.
  mutating func write(_ number: Int) { appendRaw(String(number)) }

  /// Writes a finite number with all its digits: as a `Double`, which holds every `Float` exactly.
  mutating func write(_ number: Float) { appendRaw(Double(number).description) }

  /// Writes `true` or `false`.
  mutating func write(_ value: Bool) { appendRaw(value ? "true" : "false") }

  /// Writes `null`.
  mutating func writeNull() { appendRaw("null") }

  /// Writes a member that is a text.
  mutating func member(_ name: String, _ value: String) {
    key(name)
    write(value)
  }

  /// Writes a member that is a whole number.
  mutating func member(_ name: String, _ value: Int) {
    key(name)
    write(value)
  }

  /// Writes a member that is a finite number.
  mutating func member(_ name: String, _ value: Float) {
    key(name)
    write(value)
  }

  /// Writes a member that is `true` or `false`.
  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    write(value)
  }

  /// Writes a member that is a list of whole numbers.
  mutating func member(_ name: String, _ values: [Int]) {
    key(name)
    list { writer in for value in values { writer.write(value) } }
  }

  private mutating func container(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func appendRaw(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x5C: bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: unit)]
      case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: unit))
      default:
        let digits = String(unit, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
