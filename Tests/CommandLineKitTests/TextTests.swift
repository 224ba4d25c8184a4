import Testing

@testable import CommandLineKit

@Suite struct TextTests {
  @Test(arguments: [
    (0.0, 2, "0.00"), (3.14159, 2, "3.14"), (0.005, 2, "0.01"), (-0.4, 0, "0"), (-1.5, 0, "-2"),
    (86.6, 0, "87"), (0.05, 1, "0.1"), (1234.5, 1, "1234.5"), (.infinity, 1, "inf"),
    (.nan, 1, "nan"),
    (1e300, 3, "1e+300"),
  ])
  func fixedDecimals(value: Double, decimals: Int, expected: String) {
    #expect(FixedDecimals.text(value, decimals: decimals) == expected)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (8_858_734, "8 858 734"), (-12_345, "-12 345"),
    (Int.min, "-9 223 372 036 854 775 808"),
  ])
  func groupedThousands(value: Int, expected: String) {
    #expect(FixedDecimals.grouped(value) == expected)
  }

  @Test(arguments: [
    ("plain ü 🐕", "plain ü 🐕"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\u{202E}gpj", "\\u{202E}gpj"), ("\u{9B}", "\\u{9B}"),
  ])
  func controlCharactersAreSpelledOut(text: String, expected: String) {
    #expect(VisibleText.of(text) == expected)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("für", 3), ("fu\u{308}r", 3), ("犬", 2), ("🐕", 2), ("ｶ", 1),
  ])
  func columns(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test func tablesAlignTheirColumns() {
    var table = TextTable([.left, .right, .left], indent: "> ")
    table.append(["dog:", "9%", "here"])
    table.append(["大きい犬:", "100%"])
    #expect(table.lines == ["> dog:         9%  here", "> 大きい犬:  100%"])
  }

  @Test func wordsAreWrapped() {
    #expect(WrappedText.lines("one two three", width: 7) == ["one two", "three"])
    #expect(WrappedText.lines("incomprehensible it is", width: 5) == ["incomprehensible", "it is"])
    #expect(WrappedText.lines("a\n\nb", width: 5) == ["a", "", "b"])
  }
}
