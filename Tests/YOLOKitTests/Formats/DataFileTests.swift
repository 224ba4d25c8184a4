import Testing

@testable import YOLOKit

/// Darknet's `.data` files.
@Suite struct DataFileTests {
  private let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  static let malformed = [
    MalformedFile(
      "no =", "classes= 2\nnames\n", .syntax(line: 2), "\"names\"", "a line like names = coco.names"
    ),
    MalformedFile(
      "classes in words", "classes = two\n", .invalidValue(line: 1), "classes=two",
      "a whole number above 0"),
    MalformedFile("classes=0", "\nclasses=0", .invalidValue(line: 2), "classes=0"),
    MalformedFile("too many classes", "classes=99999999999999999999", .invalidValue(line: 1)),
    MalformedFile("zero bytes", "names = a\0.names", .wrongKind, "a zero byte at 9"),
    MalformedFile(
      "names that are not there", "names = data/no.names\n", .unreadable, "data/no.names",
      "it is not there", "looked at "),
    MalformedFile(
      "A28 names with a tilde", "names = ~/coco.names\n", .unreadable, "~/coco.names",
      "it is not there"),
    MalformedFile("names that are a folder", "names = /\n", .unreadable, "/: cannot be read"),
  ]

  @Test(arguments: malformed)
  func isRefused(file: MalformedFile) throws {
    let path = try folder.write(file.bytes, to: "cfg/a.data")
    file.expectError { _ = try Model.namesPath(inDataFile: path) }
  }

  @Test(arguments: ["", "classes = 2\ntrain = x\n", "names =\n", "# names = a.names\n"])
  func withoutNamesThereIsNoPath(text: String) throws {
    let path = try folder.write(text, to: "a.data")
    #expect(try Model.namesPath(inDataFile: path) == nil)
  }

  @Test(arguments: [
    "names = my names.txt\n", "names=my names.txt", "\u{FEFF}names = my names.txt\r\nclasses=1\r\n",
    "classes=1\rnames\t=\tmy names.txt \r", "names = my names.txt # ours\nnames = other.txt\n",
  ])
  func namesAreFoundBesideTheFileAndAbove(text: String) throws {
    // A08, A28: relative to the .data file, then to the folder above; with blanks and umlauts.
    let path = try folder.write(text, to: "Schöne Daten/a.data")
    try folder.write("a\n", to: "my names.txt")
    let above = try #require(try Model.namesPath(inDataFile: path))
    #expect(above == folder.path("Schöne Daten") + "/../my names.txt")
    try folder.write("a\n", to: "Schöne Daten/my names.txt")
    #expect(
      try Model.namesPath(inDataFile: path) == folder.path("Schöne Daten") + "/my names.txt")
  }
}
