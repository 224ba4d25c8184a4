import Foundation
import MediaKit
import Testing

@Suite struct InputTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func files(_ outcome: ProgramUnderTest.Outcome) throws -> [String] {
    try outcome.json().objects("images").compactMap { $0["file"] as? String }
  }

  @Test func foldersGiveThePicturesDirectlyInThem() throws {
    try fixture.writePictures(
      "photos/b.JPG", "photos/a.png", "photos/c.jpeg", "photos/below/d.jpg")
    try fixture.folder.write("", to: "photos/notes.txt")
    try fixture.folder.write("", to: "photos/folder.jpg/x.txt")
    let outcome = try fixture.detect("--json", "photos")
    #expect(outcome.status == 0)
    #expect(try files(outcome) == ["photos/a.png", "photos/b.JPG", "photos/c.jpeg"])
    let empty = try fixture.detect("--json", "photos/folder.jpg")
    #expect(empty.status == 1)
    #expect(
      empty.errorText == "yolokit: photos/folder.jpg: no pictures (jpeg, jpg, png) in this folder."
        + "\n")
  }

  @Test func patternsAreExpanded() throws {
    try fixture.writePictures("p2.png", "p1.png", "q.png", "x[1].png")
    #expect(try files(fixture.detect("--json", "p?.png", "q*")) == ["p1.png", "p2.png", "q.png"])
    #expect(try files(fixture.detect("--json", "x[1].png")) == ["x[1].png"])
    let none = try fixture.detect("--json", "z*.png")
    #expect(none.status == 1)
    #expect(none.errorText == "yolokit: z*.png: no file fits this pattern.\n")
  }

  @Test func listsComeFromStandardInput() throws {
    try fixture.writePictures("a b.png", "c.png", "dir/d.png", "e*.png")
    let lines = try fixture.detect("--json", "-", input: "a b.png\r\n\nc.png\ndir\ne*.png")
    #expect(lines.status == 0)
    #expect(try files(lines) == ["a b.png", "c.png", "dir/d.png", "e*.png"])
    let zeros = try fixture.detect("-0", "--json", "c.png", "-", input: "a b.png\0dir/d.png\0")
    #expect(try files(zeros) == ["c.png", "a b.png", "dir/d.png"])
    let wrong = try fixture.detect("--json", "-", input: "a b.png\0c.png\0")
    #expect(wrong.status == 1)
    #expect(wrong.errorText.contains("byte 7 is zero; read such a list with -0"))
    let empty = try fixture.detect("-", input: "\n")
    #expect(empty.status == 1)
    #expect(empty.errorText == "yolokit: The list on standard input names no picture.\n")
  }

  @Test func namesThatLookLikeOptions() throws {
    try fixture.writePictures("-x.jpg", "--json")
    #expect(try files(fixture.detect("--json", "--", "-x.jpg")) == ["-x.jpg"])
    #expect(try files(fixture.detect("--json", "./-x.jpg")) == ["./-x.jpg"])
    #expect(try files(fixture.detect("--json", "--", "-x.jpg", "--json")) == ["-x.jpg", "--json"])
  }

  @Test func namesWithLineBreaksAndQuotes() throws {
    let names = ["line\nbreak.png", "\"quoted\".png", "back\\slash.png", "tab\tand \u{1B}[31m.png"]
    for name in names { try fixture.folder.write(Fixture.png(), to: name) }
    let program = fixture.program
    let arguments = (["detect", "--model", "tiny"] + names).map { Array($0.utf8) }
    #expect(try files(program.run(arguments: arguments + [Array("--json".utf8)])) == names)
    let lines = try program.run(arguments: arguments + [Array("--jsonl".utf8)])
    #expect(try lines.jsonLines().map { $0["file"] as? String } == names)
    let text = try program.run(arguments: arguments).text
    #expect(text.contains("line\\nbreak.png\n  dog:"))
    #expect(text.contains("tab\\tand \\u{1B}[31m.png\n  dog:"))
    let zeros = try fixture.detect("-0", "--json", "-", input: names.joined(separator: "\0"))
    #expect(try files(zeros) == names)
  }

  @Test func namesThatAreNotText() throws {
    let name: [UInt8] = [0x66, 0xFC, 0x72, 0xFF] + Array(".png".utf8)
    try fixture.folder.write(Fixture.png(), toBytes: name)
    let options = ["detect", "--model", "tiny", "--json", "--annotate", "out"]
    let outcome = try fixture.program.run(arguments: options.map { Array($0.utf8) } + [name])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try files(outcome) == ["f\u{FFFD}r\u{FFFD}.png"])
    let pattern = try fixture.detect("--json", "--annotate", "out2", "f*.png")
    #expect(pattern.status == 0)
    #expect(try fixture.folder.names(in: "out").count == 1)
  }

  @Test func anEmptyNameIsNoPicture() throws {
    let outcome = try fixture.detect("")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("the path is empty"))
  }
}
