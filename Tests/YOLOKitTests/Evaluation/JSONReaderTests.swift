import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// JSON from front to back.
@Suite struct JSONReaderTests {
  private static func text(_ json: String) throws -> String {
    var reader = JSONReader<LabelError>(Array(json.utf8), file: "a")
    let text = try reader.readString()
    try reader.finish()
    return text
  }

  private static func skip(_ json: [UInt8]) throws {
    var reader = JSONReader<LabelError>(json, file: "a")
    try reader.skip()
    try reader.finish()
  }

  @Test(arguments: [
    (#""""#, ""), (#""äé""#, "äé"), (#" "a\"\\\/\b\f\n\r\tz" "#, "a\"\\/\u{8}\u{C}\n\r\tz"),
    (#""\u00e4\uD83D\uDE00!""#, "ä😀!"),
  ])
  func textsAreRead(json: String, text: String) throws {
    #expect(try Self.text(json) == text)
  }

  @Test(arguments: [
    #"""#, #""\"#, #""\x""#, #""\u12""#, #""\u+123""#, #""\uD83D""#, #""\uDE00""#, "\"a\nb\"", "a",
  ])
  func brokenTextsAreRefused(json: String) {
    #expect(throws: LabelError.self) { try Self.text(json) }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: LabelError.self) { try Self.skip([0x22, 0xFF, 0x22]) }
  }

  @Test(arguments: [
    "1", "-0", "0.5", "1e5", "-1.25E-3", "true", "false", "null", "[]", "{}", "[[], {}, [1, {}]]",
    #"{"a": {"b": [1, {"c": null}]}, "d": "x"}"#, " [ 1 , 2 ] ", "\u{FEFF}{}",
  ])
  func everythingIsSkipped(json: String) throws {
    try Self.skip(Array(json.utf8))
  }

  @Test(arguments: [
    "", "-", "01", "1.", ".5", "1e", "+1", "nan", "tru", "[1,]", "[1 2]", "[", "]", "{", "{1: 2}",
    #"{"a"}"#, #"{"a": 1,}"#, #"{"a": 1 "b": 2}"#, "[}", "{]", "[1}", #"{"a": 1]"#, "1 2",
    String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
  ])
  func brokenJSONIsRefused(json: String) {
    #expect(throws: LabelError.self) { try Self.skip(Array(json.utf8)) }
  }

  @Test func numbersAreRead() throws {
    var reader = JSONReader<LabelError>(
      Array("[7, 7.0, 2e3, 1.5, 1e400, 9223372036854775808]".utf8), file: "a")
    var results: [Int?] = []
    try reader.readList { reader throws(LabelError) in
      var copy = reader
      results.append(try? copy.readInteger())
      try reader.skip()
    }
    #expect(results == [7, 7, 2000, nil, nil, nil])
    var large = JSONReader<LabelError>(Array("1e400".utf8), file: "a")
    #expect(throws: LabelError.self) { try large.readNumber() }
  }

  /// Broken files end with an error or a value, never with a crash; what Foundation takes is taken.
  @Test(arguments: UInt64(1)...300)
  func damagedFilesAreSurvived(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(
      #"{"a": [1, -2.5e3, {"b\n\u00e4": "x\"y"}, []], "c": {"d": null, "e": true}}"#.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
      }
    }
    let isTaken = (try? Self.skip(bytes)) != nil
    let foundation = try? JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    if isTaken {
      #expect(foundation != nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
