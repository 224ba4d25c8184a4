import Foundation
import Testing

@testable import CommandLineKit

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("plain", #""plain""#),
    (#"a"b\c/d"#, #""a\"b\\c/d""#),
    ("line\nbreak\r\ttab", #""line\nbreak\r\ttab""#),
    ("\u{0}\u{1}\u{1F}\u{7F}", #""\u0000\u0001\u001f\u007f""#),
    ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("Grüße 🐕", #""Grüße 🐕""#),
    ("e\u{301}", "\"e\u{301}\""),
  ])
  func textIsEscaped(text: String, expected: String) throws {
    let json = JSONValue.string(text).text
    #expect(json == expected)
    let parsed = try JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String]
    #expect(parsed?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test func everyScalarBelow300SurvivesTheRoundTrip() throws {
    let text = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
    let json = JSONValue.array([.string(text)]).text
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
    #expect(parsed?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test func bytesThatAreNotTextAreReplaced() throws {
    let json = JSONValue.path(SystemPath(bytes: [0x61, 0xFF, 0xC3, 0x62])).text
    #expect(json == "\"a\u{FFFD}\u{FFFD}b\"")
    let parsed = try JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [String]
    #expect(parsed == ["a\u{FFFD}\u{FFFD}b"])
  }

  @Test(arguments: [
    (JSONValue.float(0.1), "0.1"), (.float(131), "131.0"), (.float(-0.5), "-0.5"),
    (.float(.nan), "null"), (.float(.infinity), "null"), (.number(-.infinity), "null"),
    (.number(0.1), "0.1"), (.integer(-7), "-7"), (.bool(true), "true"), (.null, "null"),
  ])
  func numbers(value: JSONValue, expected: String) {
    #expect(value.text == expected)
  }

  @Test(
    arguments: [
      Float.leastNonzeroMagnitude, Float.greatestFiniteMagnitude, 1e-5, 16_777_216, 1e16, 1 / 3,
    ] as [Float])
  func numbersSurviveTheRoundTrip(value: Float) throws {
    let json = JSONValue.array([.float(value), .float(-value)]).text
    let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Double]
    #expect(parsed?.map { Float($0) } == [value, -value])
  }

  @Test func membersKeepTheirOrder() {
    let value = JSONValue.members([
      "b": .array([.integer(1), .array([])]), "a": .members([:]), "\"": .null,
    ])
    #expect(value.text == #"{"b": [1, []], "a": {}, "\"": null}"#)
  }
}
