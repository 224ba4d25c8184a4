import Testing

@testable import CommandLineKit

@Suite struct ScannedArgumentsTests {
  private enum Fruit: String, CaseIterable {
    case apple
    case pear
  }

  private func value(_ text: String) throws(UsageError) -> ScannedArguments {
    try ArgumentScanner(options: [.value("it", "X", help: "")])
      .scan([SystemPath("--it=\(text)")])
  }

  @Test(arguments: [("0", 0.0), ("1", 1), ("0.25", 0.25), ("1e-3", 0.001), ("+.5", 0.5)])
  func numbers(text: String, expected: Double) throws {
    #expect(try value(text).number("it", in: 0...1) == expected)
  }

  @Test(arguments: ["1.01", "-0.1", "nan", "inf", "0x1p-1", "0,5", "50%", " 1", "", "a"])
  func numbersOutOfRangeOrNone(text: String) throws {
    let scanned = try value(text)
    let error = #expect(throws: UsageError.self) { try scanned.number("it", in: 0...1) }
    #expect(error?.description.contains("--it: found \"\(text)\", expected a") == true)
  }

  @Test func wholeNumbers() throws {
    #expect(try value("12").integer("it", in: 1...99) == 12)
    for text in ["0", "100", "1.0", "99999999999999999999", "x"] {
      let scanned = try value(text)
      #expect(
        throws: UsageError.invalidValue(
          option: "--it", found: text, expected: "a whole number in 1…99")
      ) { try scanned.integer("it", in: 1...99) }
    }
    let open = try value("0")
    #expect(
      throws: UsageError.invalidValue(
        option: "--it", found: "0", expected: "a whole number, 1 or more")
    ) { try open.integer("it", in: 1...Int.max) }
  }

  @Test func choices() throws {
    #expect(try value("pear").choice("it", of: Fruit.self) == .pear)
    let scanned = try value("Pear")
    #expect(
      throws: UsageError.invalidValue(
        option: "--it", found: "Pear", expected: "one of apple, pear")
    ) { try scanned.choice("it", of: Fruit.self) }
  }

  @Test(arguments: ["a,,b", ",a", "a,", " ", ","])
  func listsHaveNoEmptyItems(text: String) throws {
    let scanned = try value(text)
    #expect(throws: UsageError.self) { try scanned.list("it") }
  }

  @Test func whatIsNotGivenIsNil() throws {
    let scanned = try ArgumentScanner(options: []).scan([])
    #expect(try scanned.text("it") == nil)
    #expect(try scanned.path("it") == nil)
    #expect(try scanned.number("it", in: 0...1) == nil)
    #expect(try scanned.list("it").isEmpty)
  }

  @Test func optionsThatExcludeEachOther() throws {
    let options: [OptionSpecification] = [.flag("a", help: ""), .value("b", "X", help: "")]
    let scanner = ArgumentScanner(options: options)
    let both = try scanner.scan([SystemPath("--a"), SystemPath("--b=1")])
    #expect(throws: UsageError.conflict("--a", "--b", reason: "so it is")) {
      try both.refuse("a", with: "b", because: "so it is")
    }
    let one = try scanner.scan([SystemPath("--a")])
    #expect(throws: Never.self) { try one.refuse("a", with: "b", because: "so it is") }
  }
}
