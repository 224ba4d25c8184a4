/// Reads JSON (RFC 8259) from front to back and keeps no more of it than is asked for, so that long
/// lists of numbers that nobody wants cost no memory.
///
/// Errors say the line, the byte and the place in the document, in the words of the file's kind.
struct JSONReader<Failure: JSONFailure> {
  /// How deep lists and objects that are skipped may be nested.
  private static var depthLimit: Int { 512 }

  private let bytes: [UInt8]
  private let file: String
  private var position = 0
  private var path: [Step] = []

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8, with or without a byte order mark.
  ///   - file: What errors call it.
  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: - Values

  /// Reads an object; `member` has to read the value of each member.
  mutating func readObject(
    _ member: (String, inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    try begin("{", "an object")
    if consume("}") { return }
    repeat {
      skipBlanks()
      let key = try readString()
      try require(":")
      path.append(.key(key))
      try member(key, &self)
      path.removeLast()
    } while consume(",")
    try require("}", or: ",")
  }

  /// Reads a list; `element` has to read each of its values.
  mutating func readList(
    _ element: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    try begin("[", "a list")
    if consume("]") { return }
    var index = 0
    repeat {
      path.append(.index(index))
      try element(&self)
      path.removeLast()
      index += 1
    } while consume(",")
    try require("]", or: ",")
  }

  /// Reads a text.
  mutating func readString() throws(Failure) -> String {
    try begin("\"", "a text")
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20 else { throw syntaxError("the end of the text, \"") }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = position
    try require("\"")
    let raw = bytes[start..<end]
    let plain =
      raw.contains(UInt8(ascii: "\\")) ? JSONEscapes.resolved(raw) : Array(raw)
    guard let plain, let text = String(validating: plain, as: UTF8.self) else {
      position = start
      throw syntaxError("a text in UTF-8 with JSON's escapes")
    }
    return text
  }

  /// Reads a number.
  mutating func readNumber() throws(Failure) -> Double {
    let text = try readNumberText("a number")
    guard let value = Double(text), value.isFinite else {
      throw invalid(text, "a number that is not too large")
    }
    return value
  }

  /// Reads a whole number; `7.0` is one, too.
  mutating func readInteger() throws(Failure) -> Int {
    let text = try readNumberText("a whole number")
    guard let value = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
      throw invalid(text, "a whole number")
    }
    return value
  }

  /// Whether the value is `null`, which is then read.
  mutating func readNull() -> Bool {
    skipBlanks()
    guard bytes[position...].starts(with: "null".utf8) else { return false }
    position += 4
    return true
  }

  /// Reads `true` or `false`.
  mutating func readBool() throws(Failure) -> Bool {
    skipBlanks()
    for (word, value) in [("true", true), ("false", false)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw unexpected("true or false")
  }

  /// Reads a value of any kind and keeps it.
  ///
  /// - Parameter depth: How deep lists and objects may be nested in it.
  /// - Returns: The value.
  /// - Throws: The failure of the file's kind, also where a member stands there twice.
  mutating func readTree(depth: Int) throws(Failure) -> JSONTree {
    skipBlanks()
    switch peek() {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth > 0 else { throw syntaxError("fewer lists and objects in each other") }
      return try readContainer(depth: depth)
    case UInt8(ascii: "\""): return .text(try readString())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .truth(try readBool())
    default: return readNull() ? .null : .number(try readNumberText("a value"))
    }
  }

  private mutating func readContainer(depth: Int) throws(Failure) -> JSONTree {
    if peek() == UInt8(ascii: "[") {
      var elements: [JSONTree] = []
      try readList { reader throws(Failure) in
        elements.append(try reader.readTree(depth: depth - 1))
      }
      return .list(elements)
    }
    var members: [String: JSONTree] = [:]
    try readObject { key, reader throws(Failure) in
      let value = try reader.readTree(depth: depth - 1)
      guard members.updateValue(value, forKey: key) == nil else {
        throw reader.invalid("a second value", "one")
      }
    }
    return .object(members)
  }

  /// Reads a value of any kind and forgets it.
  mutating func skip() throws(Failure) {
    var closers: [UInt8] = []
    while true {
      skipBlanks()
      switch peek() {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // In ASCII the closing brackets are two after the opening ones.
        closers.append(bytes[position] + 2)
        guard closers.count <= Self.depthLimit else {
          throw syntaxError("at most \(Self.depthLimit) lists and objects in each other")
        }
        position += 1
        guard consume(bytes[position - 1] + 2) else {
          try skipKey(closers)
          continue
        }
        closers.removeLast()
      default: try skipScalar()
      }
      while let closer = closers.last, consume(closer) { closers.removeLast() }
      guard !closers.isEmpty else { return }
      try require(",", or: closers.last == UInt8(ascii: "}") ? "}" : "]")
      try skipKey(closers)
    }
  }

  /// Reads blanks up to the end of the text.
  mutating func finish() throws(Failure) {
    skipBlanks()
    guard position == bytes.count else { throw syntaxError("the end of the file") }
  }

  // MARK: - Errors

  /// That a value at the present place is wrong.
  func invalid(_ found: String, _ expected: String) -> Failure {
    .invalidValue(
      file: file, place: place, found: found.count > 60 ? found.prefix(60) + "…" : found,
      expected: expected)
  }

  /// The value of a member of the present object, which must be there.
  func present<Value>(_ value: Value?, _ key: String) throws(Failure) -> Value {
    guard let value else {
      throw .invalidValue(
        file: file, place: path.isEmpty ? key : "\(place).\(key)", found: "missing",
        expected: "a value")
    }
    return value
  }

  private var place: String {
    guard !path.isEmpty else { return "the file" }
    return path.reduce("") { text, step in
      switch step {
      case .key(let key): text + (text.isEmpty ? "" : ".") + key
      case .index(let index): text + "[\(index)]"
      }
    }
  }

  private func syntaxError(_ expected: String) -> Failure {
    let offset = min(position, bytes.count)
    let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
    let found =
      offset == bytes.count
      ? "the end of the file"
      : "\"" + String(decoding: bytes[offset...].prefix(12).prefix { $0 >= 0x20 }, as: UTF8.self)
        + "\""
    return .invalidJSON(
      file: file, line: line, byteOffset: offset, found: found, expected: expected)
  }

  // MARK: - Characters

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    consume(UInt8(ascii: character))
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func require(
    _ character: Unicode.Scalar, or other: Unicode.Scalar? = nil
  ) throws(Failure) {
    guard !consume(character) else { return }
    throw syntaxError("\(other.map { "\($0) or " } ?? "")\(character)")
  }

  /// Takes the first character of a value, or says what stands there instead.
  private mutating func begin(
    _ character: Unicode.Scalar, _ kind: String
  ) throws(Failure) {
    guard !consume(character) else { return }
    throw unexpected(kind)
  }

  private func unexpected(_ expected: String) -> Failure {
    switch peek() {
    case UInt8(ascii: "{"): invalid("an object", expected)
    case UInt8(ascii: "["): invalid("a list", expected)
    case UInt8(ascii: "\""): invalid("a text", expected)
    case UInt8(ascii: "n"): invalid("null", expected)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): invalid("true or false", expected)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      invalid("a number", expected)
    default: syntaxError(expected)
    }
  }

  private mutating func readNumberText(_ kind: String) throws(Failure) -> String {
    skipBlanks()
    guard let first = peek(),
      first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { throw unexpected(kind) }
    let start = position
    try skipNumber()
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipNumber() throws(Failure) {
    if peek() == UInt8(ascii: "-") { position += 1 }
    let isZero = peek() == UInt8(ascii: "0")
    let digits = try skipDigits()
    guard !isZero || digits == 1 else {
      position -= digits
      throw syntaxError("a number without zeros in front")
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
  }

  @discardableResult
  private mutating func skipDigits() throws(Failure) -> Int {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    guard position > start else { throw syntaxError("a digit") }
    return position - start
  }

  private mutating func skipScalar() throws(Failure) {
    switch peek() {
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): try skipNumber()
    default:
      for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
        position += word.utf8.count
        return
      }
      throw syntaxError("a value")
    }
  }

  /// Reads the name of a member, where one has to come.
  private mutating func skipKey(_ closers: [UInt8]) throws(Failure) {
    guard closers.last == UInt8(ascii: "}") else { return }
    skipBlanks()
    _ = try readString()
    try require(":")
  }
}
