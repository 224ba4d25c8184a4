import Testing

@testable import CommandLineKit

@Suite struct ProgramTests {
  private static let page = HelpPage(
    operands: "FILE...", introduction: "Copies files to a place where they are safe.",
    groups: [
      OptionGroup(
        "Options",
        [
          .flag("quiet", short: "q", help: "Say nothing."),
          .value(
            "a-rather-long-option", "SOMETHING",
            help: "Explained on the lines below its name, because there is no room beside it."),
        ])
    ],
    sections: [HelpPage.Section("Notes", "One.\n\nTwo.")],
    examples: [HelpPage.Example("safe copy a", "Copy one file:")])

  @Test func helpIsLaidOut() {
    #expect(
      Self.page.text(program: "safe", command: "copy") == """
        Usage: safe copy [options] FILE...

        Copies files to a place where they are safe.

        Options:
          -q, --quiet             Say nothing.
          --a-rather-long-option SOMETHING
                                  Explained on the lines below its name, because there
                                  is no room beside it.

        Help:
          -h, --help              Show this help.

        Notes:
          One.

          Two.

        Examples:
          # Copy one file:
          safe copy a

        """)
  }

  @Test func errorsBecomeExitCodes() async {
    struct Failure: Error {}
    let command = { (name: String, run: @escaping @Sendable () throws -> ExitCode) in
      Command(name: name, summary: "", help: Self.page) { _ in try run() }
    }
    let program = Program(
      name: "safe", version: "1", introduction: "",
      commands: [
        command("works") { .success }, command("fails") { throw Failure() },
        command("pipes") { throw OutputError.readerGone },
        command("misused") { throw UsageError.missingOperand(expected: "a file") },
      ], examples: [])
    #expect(await program.run([SystemPath("works")]) == .success)
    #expect(await program.run([SystemPath("works"), SystemPath("--no-such-option")]) == .usage)
    #expect(await program.run([SystemPath("fails")]) == .failure)
    #expect(await program.run([SystemPath("pipes")]) == .success)
    #expect(await program.run([SystemPath("misused")]) == .usage)
    #expect(await program.run([SystemPath("work")]) == .usage)
  }
}
