/// The escapes in JSON's texts (RFC 8259, section 7).
enum JSONEscapes {
  /// The bytes of a text with its escapes resolved; nil where one is none of JSON's.
  static func resolved(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var units: [UInt16] = []
    var rest = raw
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "u") {
        let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
          let unit = UInt16(digits, radix: 16)
        else { return nil }
        rest = rest.dropFirst(5)
        units.append(unit)
        continue
      }
      guard flush(&units, into: &result) else { return nil }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let escaped = rest.popFirst(), let plain = simple[escaped] else { return nil }
      result.append(plain)
    }
    return flush(&units, into: &result) ? result : nil
  }

  private static let simple: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// Pairs of units make one character, so they are turned into bytes together.
  private static func flush(_ units: inout [UInt16], into result: inout [UInt8]) -> Bool {
    guard !units.isEmpty else { return true }
    guard let text = String(validating: units, as: UTF16.self) else { return false }
    result += text.utf8
    units.removeAll()
    return true
  }
}
