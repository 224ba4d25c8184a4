import Foundation
import Testing

/// Odd surroundings: closed descriptors, a folder that is gone, other locales, links, limits.
@Suite struct MalformedSurroundingsTests {
  private var fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("a.png")
  }

  private func run(_ shell: String, _ arguments: String...) throws -> ProgramUnderTest.Outcome {
    var program = fixture.program
    program.shell = shell
    return try program.run(arguments: arguments.map { Array($0.utf8) })
  }

  @Test func messagesNeverEndUpInTheResults() throws {
    // A file that is opened while standard error is closed would get its number.
    let outcome = try run(
      "exec \"$@\" 2>&-", "detect", "-m", "tiny", "--jsonl", "-o", "found", "no.png", "a.png")
    #expect(outcome.status == 1)
    let lines = try fixture.folder.read("found").split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 2)
    for line in lines { _ = try ProgramUnderTest.Outcome.object(Array(line)) }
  }

  @Test func closedDescriptors() throws {
    let output = try run("exec \"$@\" >&-", "detect", "-m", "tiny", "a.png")
    #expect(output.status == 1)
    #expect(
      output.errorText
        == "yolokit: standard output: cannot be written: Bad file descriptor.\n")
    let help = try run("exec \"$@\" >&-", "--help")
    #expect(help.status == 1)
    let input = try run("exec \"$@\" <&-", "detect", "-m", "tiny", "a.png")
    #expect(input.status == 0)
    let list = try run("exec \"$@\" <&-", "detect", "-m", "tiny", "-")
    #expect(list.status == 1)
    #expect(list.errorText == "yolokit: standard input: cannot be read: Bad file descriptor.\n")
    let all = try run("exec \"$@\" <&- >&- 2>&-", "detect", "-m", "tiny", "-o", "f", "a.png")
    #expect(all.status == 0)
    #expect(try fixture.folder.read("f").starts(with: Array("a.png\n  dog:".utf8)))
  }

  @Test func aFolderThatIsGone() throws {
    let weights = fixture.folder.path("Weights/tiny.cfg")
    let gone = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\""
    let relative = try run(gone, "detect", "-m", weights, "a.png", "--annotate", "x", "-o", "y")
    #expect(relative.status == 1)
    #expect(relative.errorText.contains("No such file or directory"))
    let absolute = try run(gone, "detect", "-m", weights, fixture.folder.path("a.png"))
    #expect(absolute.status == 0)
    #expect(absolute.errors.isEmpty)
  }

  @Test(arguments: ["de_DE.UTF-8", "C", "tr_TR.ISO-8859-9", "xx"])
  func localesChangeNothing(locale: String) throws {
    // A18
    var program = fixture.program
    let expected = try program.run("detect", "-m", "tiny", "--json", "--annotate", "x", "a.png")
    program.environment = ["LC_ALL": locale, "LANG": locale, "LANGUAGE": "de"]
    let found = try program.run("detect", "-m", "tiny", "--json", "--annotate", "x", "a.png")
    #expect(found.status == 0)
    #expect(found.output == expected.output)
    #expect(found.errors.isEmpty, "\(found.errorText)")
    let missing = try program.run("detect", "-m", "tiny", "no.png")
    #expect(missing.errorText.contains("no such file or directory"))
  }

  @Test func linksDoNotLeadToTheOriginals() throws {
    try fixture.writePictures("marked/b.png")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("links"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.path("links/b.png"), withDestinationPath: "../marked/b.png")
    let before = try fixture.folder.read("marked/b.png")
    let outcome = try fixture.detect("links/b.png", "a.png", "--annotate", "marked")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.contains("marked/b.png: cannot be written: it is one of the pictures"))
    #expect(outcome.errorText.contains("name another folder with --annotate"))
    #expect(try fixture.folder.read("marked/b.png") == before)
    #expect(try fixture.folder.names(in: "marked") == ["a.png", "b.png"])
    let output = try fixture.detect("links/b.png", "-o", "marked/b.png")
    #expect(output.status == 1)
    #expect(try fixture.folder.read("marked/b.png") == before)
  }

  @Test func foldersThatCannotBeMade() throws {
    for folder in ["/proc/self/new", "/dev/null/new", "a.png/new", "/dev/full"] {
      let outcome = try fixture.detect("a.png", "--annotate", folder)
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.contains("cannot be written: "), "\(outcome.errorText)")
    }
    let full = try fixture.detect("a.png", "--output", "/dev/full")
    #expect(full.status == 1)
    #expect(
      full.errorText == "yolokit: /dev/full: cannot be written: No space left on device.\n")
  }

  @Test func theSameFileTwiceIsTwoResults() throws {
    let outcome = try fixture.detect("--json", "a.png", "./a.png", "a.png", "--annotate", "m")
    #expect(outcome.status == 0)
    #expect(try outcome.json().objects("images").count == 3)
    #expect(try fixture.folder.names(in: "m") == ["a-2.png", "a-3.png", "a.png"])
  }

  @Test func aNetworkThatDoesNotFitIntoMemory() throws {
    let limited = "ulimit -v 1500000; exec \"$@\""
    let outcome = try run(
      limited, "detect", "-m", "tiny", "--input-size", "12000", "a.png", "--annotate", "marked")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.contains("MiB of memory, which this computer does not have"),
      "\(outcome.errorText)")
    #expect(try fixture.folder.names() == ["Weights", "a.png"])
    let largest = try run(limited, "detect", "-m", "tiny", "--input-size", "65536", "a.png")
    #expect(largest.status == 1)
    #expect(largest.errorText.contains("use a smaller width and height"), "\(largest.errorText)")
  }

  @Test func aSmallFileThatClaimsToBeGiant() throws {
    // C09: 100 bytes that say 60000 x 60000 pixels. All memory of the program together is less.
    let header: [UInt8] =
      [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + [8, 2, 0, 0, 0]
      + [0x48, 0xA9, 0x62, 0x4D, 0, 0, 0, 0] + Array("IDAT".utf8)
    try fixture.folder.write(png, to: "giant.png")
    for options in [[], ["--max-pixels", "9223372036854775807"], ["--allow-truncated"]] {
      var program = fixture.program
      program.shell = "ulimit -v 1500000; exec \"$@\""
      let arguments = ["detect", "-m", "tiny", "giant.png"] + options
      let outcome = try program.run(arguments: arguments.map { Array($0.utf8) })
      #expect(outcome.status == 1, "\(outcome.errorText)")
      #expect(outcome.errorText.hasPrefix("yolokit: giant.png: "), "\(outcome.errorText)")
    }
  }
}
