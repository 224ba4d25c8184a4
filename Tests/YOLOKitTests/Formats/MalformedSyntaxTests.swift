import Testing

@testable import YOLOKit

/// Texts that are no cfg at all, or break its rules.
@Suite struct MalformedSyntaxTests {
  static let files = [
    MalformedFile("A12 empty file", "", .syntax(line: 1), "found no section", "begin with [net]"),
    MalformedFile("A09 byte order mark only", "\u{FEFF}", .syntax(line: 1), "found no section"),
    MalformedFile("blank lines only", "\n\r\n \t\n", .syntax(line: 4), "found no section"),
    MalformedFile("comments only", "# a\n; b", .syntax(line: 2), "found no section"),
    MalformedFile("A12 section without a name", "[]\n", .syntax(line: 1), "\"[]\"", "section name"),
    MalformedFile("section of blanks", "[ \t ]\n", .syntax(line: 1), "\"[]\"", "[convolutional]"),
    MalformedFile(
      "A12 section without its bracket", "[net\nwidth=32\n", .syntax(line: 1), "\"[net\"",
      "section name like [convolutional]"),
    MalformedFile("text after a section", "[net]x\n", .syntax(line: 1), "\"[net]x\""),
    MalformedFile(
      "A12 key without =", "[net]\nwidth\n", .syntax(line: 2), "\"width\"", "key=value"),
    MalformedFile("= without key", "[net]\n=32\n", .syntax(line: 2), "\"=32\"", "key=value"),
    MalformedFile(
      "A12 option before any section", "classes = 1\nfilters = 18\n", .syntax(line: 1),
      "an option outside any section", "begin with [net]"),
    MalformedFile(
      "A12 headless", "[convolutional]\nfilters=1\n", .syntax(line: 1), "[convolutional]",
      "the first section to be [net]"),
    MalformedFile("no layer", CfgText.net, .syntax(line: 1), "no layer after [net]"),
    MalformedFile(
      "two [net]", CfgText.net + CfgText.net, .unsupported(line: 5), "the layer type [net]"),
    MalformedFile(
      "A11 typing error in a section", CfgText.net + "[convolutinal]\n", .unsupported(line: 5),
      "[convolutinal]", "Did you mean [convolutional]?"),
    MalformedFile(
      "section in capitals", CfgText.net + "[Convolutional]\n", .unsupported(line: 5),
      "Did you mean [convolutional]?"),
    MalformedFile(
      "A11 unknown section", CfgText.net + "[xyzzyx]\n", .unsupported(line: 5), "[xyzzyx]",
      "Supported are [convolutional] [maxpool]"),
    MalformedFile("A11 [local]", CfgText.net + "[local]\n", .unsupported(line: 5), "[local]"),
    MalformedFile("A11 [lstm]", CfgText.net + "[lstm]\n", .unsupported(line: 5), "[lstm]"),
    MalformedFile("A11 [crnn]", CfgText.net + "[crnn]\n", .unsupported(line: 5), "[crnn]"),
    MalformedFile(
      "A26 line of 1 MB", String(repeating: "a", count: 1 << 20), .syntax(line: 1),
      "aaaaaaaa…\"", "key=value"),
    MalformedFile(
      "value of 1 MB", "[net]\nwidth=" + String(repeating: "9", count: 1 << 20),
      .invalidValue(line: 2), "width=999", "…, expected a whole number in 1…65536"),
    MalformedFile(
      "one letter of 200 kB", "[net]\nx" + String(repeating: "\u{301}", count: 100_000),
      .syntax(line: 2), "key=value"),
    MalformedFile(
      "A26 a million sections", String(repeating: "[net]\n", count: 1_000_000), .wrongKind,
      "a file of 6000000 bytes", "at most 4194304 bytes"),
    MalformedFile(
      "as many sections as fit", String(repeating: "[a]\n", count: 1_000_000),
      .syntax(line: 10_001), "section number 10001", "at most 10000 sections"),
    MalformedFile(
      "thousands of options", "[net]\n" + (0..<300_000).map { "o\($0)=1\n" }.joined(),
      .syntax(line: 1002), "option number 1001", "at most 1000 options"),
    MalformedFile(
      "a text of line ends", String(repeating: "\n", count: 4 << 20),
      .syntax(line: (4 << 20) + 1), "found no section"),
    MalformedFile(
      "bytes that are no UTF-8", bytes: Array("[net]\n".utf8) + [0xC0, 0xC1, 0xF5, 0x0A],
      .syntax(line: 2), ["\u{FFFD}", "key=value"]),
    MalformedFile(
      "escape sequences", "[net]\n\u{9B}31m\u{202E}\u{7F}\n", .syntax(line: 2),
      "\\u{9B}31m\\u{202E}\\u{7F}"),
    MalformedFile(
      "zero bytes", bytes: Array("[net]\nwidth=3\0002".utf8), .wrongKind,
      ["a zero byte at 13", "not a Darknet cfg file"]),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: files)
  func isRefused(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
  }

  @Test func namesOfFilesStayOnOneLine() throws {
    let folder = try ModelFolder()
    let path = try folder.write("[net]\nx\n", to: "a\n\u{1B}[31m\u{202E}.cfg")
    let file = MalformedFile(
      "name", "", .syntax(line: 2), "a\\n\\u{1B}[31m\\u{202E}.cfg:2: found \"x\"")
    file.expectError { _ = try Model.summary(configurationPath: path) }
  }
}
