/// One thing that a program can do.
package struct Command: Sendable {
  /// Its name on the command line; empty for the only command of a program.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// Its help.
  package let help: HelpPage
  /// Does it.
  package let run: @Sendable (ScannedArguments) async throws -> ExitCode

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - summary: What it does, in one line.
  ///   - help: Its help, which also says what options it has.
  ///   - run: Does it; a ``UsageError`` that it throws ends the program with ``ExitCode/usage``,
  ///     any other error with ``ExitCode/failure``.
  package init(
    name: String, summary: String, help: HelpPage,
    run: @escaping @Sendable (ScannedArguments) async throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.help = help
    self.run = run
  }
}
