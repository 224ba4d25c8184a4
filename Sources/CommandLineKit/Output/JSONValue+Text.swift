extension JSONValue {
  /// The value on one line: `{"file": "a.jpg", "width": 640}`.
  package var text: String {
    var result = ""
    append(to: &result)
    return result
  }

  private func append(to result: inout String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .integer(let value): result += String(value)
    case .number(let value): result += value.isFinite ? value.description : "null"
    case .float(let value): result += value.isFinite ? value.description : "null"
    case .string(let value): Self.appendQuoted(value, to: &result)
    case .array(let values):
      result += "["
      for (position, value) in values.enumerated() {
        if position > 0 { result += ", " }
        value.append(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { result += ", " }
        Self.appendQuoted(member.name, to: &result)
        result += ": "
        member.value.append(to: &result)
      }
      result += "}"
    }
  }

  /// RFC 8259, section 7: quotes, backslashes and all below U+0020 must be escaped.
  ///
  /// DEL and the two Unicode line separators need not be; they are, because old JavaScript and
  /// tools that read line by line stumble over them.
  private static func appendQuoted(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
