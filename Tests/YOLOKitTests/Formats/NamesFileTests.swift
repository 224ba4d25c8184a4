import Testing

@testable import YOLOKit

/// Lists of class names as people have them.
@Suite struct NamesFileTests {
  private let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  static let malformed = [
    MalformedFile("empty", "", .syntax(line: 1), "found no name", "one class name a line"),
    MalformedFile("blank lines", "\n \n\t\r\n", .syntax(line: 1), "found no name"),
    MalformedFile("byte order mark only", "\u{FEFF}\n", .syntax(line: 1), "found no name"),
    MalformedFile(
      "zero bytes", "person\0car", .wrongKind, "a zero byte at 6", "a list of class names"),
    MalformedFile(
      "too long", String(repeating: "x", count: (1 << 20) + 1), .wrongKind, "1048577 bytes",
      "at most 1048576"),
  ]

  @Test(arguments: malformed)
  func isRefused(file: MalformedFile) throws {
    let path = try folder.write(file.bytes, to: "a.names")
    file.expectError { _ = try Model.labels(namesPath: path) }
  }

  @Test(arguments: [
    "person\nbus stop\ncat\n", "person\r\nbus stop\r\ncat\r\n", "person\rbus stop\rcat\r",
    "person\nbus stop\ncat", "\u{FEFF}person\nbus stop\ncat\n", "person \t\n  bus stop\ncat\n\n \n",
    "person\u{A0}\nbus stop\ncat\r\n\r\n",
  ])
  func lineEndsAndBlanksDoNotMatter(text: String) throws {
    // A08, A09
    let path = try folder.write(text, to: "a.names")
    let (labels, warnings) = try Model.labels(namesPath: path, classCount: 3)
    #expect(labels.names == ["person", "bus stop", "cat"])
    #expect(warnings.isEmpty)
  }

  @Test func anInnerEmptyLineKeepsItsPlace() throws {
    // A09
    let path = try folder.write("person\n\ncat\n", to: "a.names")
    let (labels, warnings) = try Model.labels(namesPath: path, classCount: 3)
    #expect(labels.count == 3)
    #expect(labels[2] == "cat")
    #expect(labels[1] == "class 1")
    #expect(warnings == ["\(path):2: the line is empty; class 1 has no name"])
  }

  @Test(arguments: [(2, "3 names for 2 classes"), (80, "3 names for 80 classes")])
  func anotherNumberOfNamesIsAWarning(classes: Int, warning: String) throws {
    // A09, A15
    let path = try folder.write("a\nb\nc\n", to: "a.names")
    let (labels, warnings) = try Model.labels(namesPath: path, classCount: classes)
    #expect(labels.count == 3)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains(warning) == true)
  }

  @Test func aFloodOfWarningsIsCounted() throws {
    let path = try folder.write(String(repeating: "\n", count: 1_000_000) + "cat", to: "a.names")
    let (labels, warnings) = try Model.labels(namesPath: path)
    #expect(labels.count == 1_000_001)
    #expect(warnings.count == WarningList.limit + 1)
    #expect(warnings.last == "there are 999900 more warnings of this kind")
  }

  @Test func bytesThatAreNotUTF8AreReplaced() throws {
    let path = try folder.write([0x66, 0xFC, 0x72, 0x0A, 0x78], to: "a.names")
    #expect(try Model.labels(namesPath: path).labels.names == ["f\u{FFFD}r", "x"])
  }
}
