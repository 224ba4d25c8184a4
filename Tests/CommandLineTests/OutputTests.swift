import Foundation
import MediaKit
import Testing

@Suite struct OutputTests {
  private var fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func resultsGoIntoAFile() throws {
    try fixture.writePictures("a.png")
    try fixture.folder.write("old", to: "found.json")
    let outcome = try fixture.detect("--json", "--output", "found.json", "a.png")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let object = try ProgramUnderTest.Outcome.object(fixture.folder.read("found.json"))
    #expect(object.objects("images").count == 1)
    #expect(try fixture.folder.names() == ["Weights", "a.png", "found.json"])
    let refused = try fixture.detect("--json", "-o", "none/found.json", "a.png")
    #expect(refused.status == 1)
    #expect(
      refused.errorText
        == "yolokit: none/found.json: cannot be written: No such file or directory.\n")
    let before = try fixture.folder.read("a.png")
    let onPicture = try fixture.detect("--json", "-o", "./a.png", "a.png")
    #expect(onPicture.status == 1)
    #expect(onPicture.errorText.contains("it is one of the pictures; name another --output"))
    #expect(try fixture.folder.read("a.png") == before)
  }

  @Test func aReaderThatGoesAwayIsNoFailure() throws {
    try fixture.writePictures("a.png", "b.png")
    var program = fixture.program
    program.output = .gone
    for arguments in [
      ["--help"], ["--version"], ["info", "tiny"], ["detect", "--model", "tiny", "a.png", "b.png"],
      ["detect", "--model", "tiny", "--json", "a.png", "b.png"],
      ["detect", "--model", "tiny", "--jsonl", "--annotate", "out", "a.png", "b.png"],
    ] {
      let outcome = try program.run(arguments: arguments.map { Array($0.utf8) })
      #expect(outcome.status == 0, "\(arguments)")
      #expect(outcome.errorText == "", "\(arguments)")
    }
    #expect(try fixture.folder.names(in: "out") == ["a.png", "b.png"])
  }

  @Test func aFullDiskIsAFailure() throws {
    try fixture.writePictures("a.png")
    var program = fixture.program
    program.output = .file("/dev/full")
    for arguments in [["--help"], ["detect", "--model", "tiny", "--json", "a.png"]] {
      let outcome = try program.run(arguments: arguments.map { Array($0.utf8) })
      #expect(outcome.status == 1)
      #expect(
        outcome.errorText
          == "yolokit: standard output: cannot be written: No space left on device.\n")
    }
  }

  @Test func copiesGetBoxes() throws {
    try fixture.writePictures("a.jpg", "b.png", "x/b.png", "x/y/b.png")
    try fixture.folder.write(Fixture.png(), to: "without")
    let outcome = try fixture.detect(
      "--json", "--annotate", "new/out", "a.jpg", "b.png", "x/b.png", "x/y/b.png", "without")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let copies = ["a.jpg", "b-2.png", "b-3.png", "b.png", "without.png"]
    #expect(try fixture.folder.names(in: "new/out") == copies)
    let told = try outcome.json().objects("images").map { $0["annotated"] as? String }
    #expect(
      told == ["a.jpg", "b.png", "b-2.png", "b-3.png", "without.png"].map { "new/out/\($0)" })
    let jpeg = try fixture.folder.read("new/out/a.jpg")
    #expect(jpeg.starts(with: [0xFF, 0xD8]))
    let copy = try StillImage.read(fixture.folder.path("new/out/b.png"))
    let picture = try Fixture.picture()
    #expect((copy.width, copy.height) == (64, 64))
    #expect(copy.bytes != picture.bytes)
    // Nothing is drawn far from the box.
    let lastRow = 63 * 64 * 3
    #expect(copy.bytes[lastRow...] == picture.bytes[lastRow...])
  }

  @Test func copiesNeverReplaceThePictures() throws {
    try fixture.writePictures("photos/a.png", "c.png")
    let before = try fixture.folder.read("photos/a.png")
    for folder in ["photos", "photos/../photos/"] {
      let outcome = try fixture.detect("c.png", "photos", "--annotate", folder)
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.contains("name another folder with --annotate"))
    }
    #expect(try fixture.folder.read("photos/a.png") == before)
    #expect(try fixture.folder.names(in: "photos") == ["a.png"])
    let onFile = try fixture.detect("c.png", "--annotate", "c.png")
    #expect(onFile.status == 1)
    #expect(onFile.errorText.contains("c.png: cannot be written: it is a file, not a folder."))
  }

  @Test func progressIsShownOnATerminalOnly() throws {
    try fixture.writePictures("a.png", "b.png", "c.png")
    let terminal = try Terminal(columns: 50)
    var program = fixture.program
    program.errorTerminal = terminal.inner
    program.environment["TERM"] = "xterm"
    let many = try program.run("detect", "--model", "tiny", "a.png", "b.png", "c.png")
    #expect(many.status == 0)
    let shown = try terminal.read()
    #expect(shown.contains("1/3   33%"), "\(shown.debugDescription)")
    #expect(shown.hasSuffix("\r\u{1B}[K"))
    let lines = shown.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.allSatisfy { $0.count < 50 })
    #expect(try program.run("detect", "--model", "tiny", "a.png").status == 0)
    #expect(try terminal.read() == "")
    program.environment["TERM"] = "dumb"
    #expect(try program.run("detect", "--model", "tiny", "a.png", "b.png").status == 0)
    #expect(try terminal.read() == "")
  }
}
