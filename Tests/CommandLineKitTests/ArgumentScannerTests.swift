import Testing

@testable import CommandLineKit

@Suite struct ArgumentScannerTests {
  private static let scanner = ArgumentScanner(options: [
    .flag("json", help: ""),
    .flag("null", short: "0", help: ""),
    .flag("quiet", short: "q", help: ""),
    .value("threshold", short: "t", "0...1", help: ""),
    .value("classes", "LIST", repeatable: true, help: ""),
    .value("output", short: "o", "FILE", help: ""),
  ])

  private func scan(_ arguments: String...) throws(UsageError) -> ScannedArguments {
    try Self.scanner.scan(arguments.map { SystemPath($0) })
  }

  @Test func longOptionsTakeTheirValueAfterABlankOrAnEqualsSign() throws {
    #expect(try scan("--threshold", "0.5") == scan("--threshold=0.5"))
    #expect(try scan("--output=a=b").text("output") == "a=b")
  }

  @Test func shortOptionsTakeTheirValueAfterABlankOrAtOnce() throws {
    #expect(try scan("-t", "0.5") == scan("-t0.5"))
    #expect(try scan("-0qt", "0.5") == scan("-0", "-q", "-t0.5"))
    #expect(try scan("-oé", "x").text("output") == "é")
  }

  @Test func optionsStandAnywhere() throws {
    let arguments = try scan("a.jpg", "--json", "b.jpg", "-t", "0.1", "c.jpg")
    #expect(arguments.operands == ["a.jpg", "b.jpg", "c.jpg"].map { SystemPath($0) })
    #expect(arguments.hasFlag("json"))
    #expect(arguments.hasValue("threshold"))
    #expect(!arguments.hasFlag("null"))
  }

  @Test func twoDashesEndTheOptions() throws {
    let arguments = try scan("--json", "--", "-x.jpg", "--", "--json")
    #expect(arguments.operands == ["-x.jpg", "--", "--json"].map { SystemPath($0) })
  }

  @Test func aLoneDashIsAnOperand() throws {
    #expect(try scan("-", "-0").operands == [SystemPath("-")])
  }

  @Test func repeatedOptionsAddUp() throws {
    let arguments = try scan("--classes", "person, dog", "--classes=16")
    #expect(try arguments.list("classes") == ["person", "dog", "16"])
    #expect(throws: UsageError.givenTwice(option: "--threshold")) {
      try scan("--threshold", "0.1", "--threshold=0.2")
    }
  }

  @Test(arguments: [
    (["--treshold", "1"], UsageError.unknownOption("--treshold", suggestions: ["--threshold"])),
    (["--xyz"], .unknownOption("--xyz", suggestions: [])),
    (["-threshold", "1"], .invalidValue(option: "--threshold", found: "hreshold", expected: "")),
    (["-x.jpg"], .unknownOption("-x.jpg", suggestions: ["./-x.jpg"])),
    (["-json"], .unknownOption("-json", suggestions: ["--json"])),
    (["--json=yes"], .unexpectedValue(option: "--json", found: "yes")),
    (["--output"], .missingValue(option: "--output", placeholder: "FILE")),
    (["--output", "--json"], .missingValue(option: "--output", placeholder: "FILE")),
    (["-o", "-t0.5", "--", "-t"], .unknownOption("", suggestions: [])),
  ])
  func mistakesAreNamed(arguments: [String], expected: UsageError) throws {
    let scan = { try Self.scanner.scan(arguments.map { SystemPath($0) }) }
    switch expected {
    case .invalidValue(let option, let found, _):
      // `-threshold` is `-t hreshold`: the value is refused when it is read as a number.
      let scanned = try scan()
      let error = #expect(throws: UsageError.self) { try scanned.number("threshold", in: 0...1) }
      #expect(
        error
          == .invalidValue(option: option, found: found, expected: "a number in 0…1"))
    case .unknownOption("", _):
      // What only looks like an option is a value.
      #expect(try scan().text("output") == "-t0.5")
    default:
      #expect(throws: expected) { try scan() }
    }
  }

  @Test func bytesThatAreNotTextStayAsTheyAre() throws {
    let path = SystemPath(bytes: [0x61, 0xFF, 0x2E, 0x6A, 0x70, 0x67])
    let scanned = try Self.scanner.scan([path, SystemPath(bytes: Array("-o".utf8) + path.bytes)])
    #expect(scanned.operands == [path])
    #expect(try scanned.path("output") == path)
    #expect(throws: UsageError.self) { try scanned.text("output") }
  }
}
