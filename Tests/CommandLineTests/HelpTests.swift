import Testing

@Suite struct HelpTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(folder: try TemporaryFolder()) }

  @Test func versionIsOneLine() throws {
    let outcome = try program.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.text == "yolokit 0.1.0\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func helpOfTheProgram(arguments: [String]) throws {
    let outcome = try program.run(arguments: arguments.map { Array($0.utf8) })
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    try Snapshot.expect(outcome.text, matches: "help")
  }

  @Test(arguments: ["convert", "detect", "evaluate", "info", "layers"])
  func helpOfACommand(command: String) throws {
    let outcome = try program.run("help", command)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, matches: "help-\(command)")
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for arguments in [[command, "--help"], [command, "a.jpg", "--no-such-option", "-h"]] {
      let same = try program.run(arguments: arguments.map { Array($0.utf8) })
      #expect(same.status == 0)
      #expect(same.text == outcome.text)
    }
  }

  @Test func withoutArgumentsTheHelpIsAnError() throws {
    let outcome = try program.run()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    try Snapshot.expect(outcome.errorText, matches: "help")
  }

  @Test func helpAfterTwoDashesIsAPicture() throws {
    let outcome = try program.run("detect", "--weights-dir", "none", "--", "--help")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("The model \"yolov3-tiny\" is not here"))
  }
}
