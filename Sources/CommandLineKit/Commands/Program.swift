import Dispatch
import Glibc
import VisionTypes

/// A program with commands: finds the one that is asked for, runs it, and reports what fails.
package struct Program: Sendable {
  /// Its name on the command line.
  package let name: String
  /// Its version.
  package let version: String
  /// What it does, for the top of its help.
  package let introduction: String
  /// What it can do, in the order of its help; a program that does one thing only has one command
  /// with an empty name, which takes all arguments.
  package let commands: [Command]
  /// Command lines to start from.
  package let examples: [HelpPage.Example]

  /// Makes a program.
  package init(
    name: String, version: String, introduction: String, commands: [Command],
    examples: [HelpPage.Example]
  ) {
    self.name = name
    self.version = version
    self.introduction = introduction
    self.commands = commands
    self.examples = examples
  }

  /// Runs the command that the process's own arguments ask for, and ends the process.
  ///
  /// A pipe whose reader has gone gives an error to write from now on, instead of a signal that
  /// ends the process at once.
  ///
  /// Not asynchronous, so that it begins before the machinery of tasks opens descriptors of its own.
  package func runProcess() -> Never {
    StandardDescriptors.occupyClosed()
    signal(SIGPIPE, SIG_IGN)
    Task { exit(await run(Self.processArguments()).rawValue) }
    dispatchMain()
  }

  /// Runs the command that arguments ask for.
  ///
  /// - Parameter arguments: The arguments without the program's own name.
  /// - Returns: How it ended; messages are already on standard error.
  package func run(_ arguments: [SystemPath]) async -> ExitCode {
    do {
      return try await dispatch(arguments)
    } catch OutputError.readerGone {
      // `yolokit … | head` has seen enough.
      return .success
    } catch let error as UsageError {
      let command = arguments.first?.text.flatMap(self.command)
      let page = [name, command?.name ?? "", "--help"].filter { !$0.isEmpty }.joined(separator: " ")
      report("\(error)\nTry \"\(page)\".")
      return .usage
    } catch {
      report("\(error)")
      return .failure
    }
  }

  private func dispatch(_ arguments: [SystemPath]) async throws -> ExitCode {
    if let only = command(""), arguments.first?.text != "--version" {
      return try await run(only, arguments[...])
    }
    guard let first = arguments.first else {
      OutputDescriptor.standardError.writeMessage(text)
      return .usage
    }
    switch first.text {
    case "--help", "-h", "help":
      return try showHelp(of: arguments.dropFirst().first)
    case "--version":
      try OutputDescriptor.standardOutput.write("\(name) \(version)\n")
      return .success
    case let text:
      guard let text, let command = command(text) else {
        throw unknown(first)
      }
      return try await run(command, arguments.dropFirst())
    }
  }

  private func run(
    _ command: Command, _ arguments: ArraySlice<SystemPath>
  ) async throws -> ExitCode {
    if Self.asksForHelp(arguments) {
      try showHelp(of: command)
      return .success
    }
    let scanner = ArgumentScanner(options: command.help.options)
    return try await command.run(scanner.scan(Array(arguments)))
  }

  private func showHelp(of topic: SystemPath?) throws -> ExitCode {
    guard let topic else {
      try OutputDescriptor.standardOutput.write(text)
      return .success
    }
    guard let command = topic.text.flatMap(self.command) else { throw unknown(topic) }
    try showHelp(of: command)
    return .success
  }

  private func showHelp(of command: Command) throws(OutputError) {
    try OutputDescriptor.standardOutput.write(
      command.help.text(program: name, command: command.name))
  }

  private func command(_ name: String) -> Command? { commands.first { $0.name == name } }

  private func unknown(_ word: SystemPath) -> UsageError {
    let typed = word.repairedText
    return typed.hasPrefix("-")
      ? .unknownOption(
        word.description, suggestions: NearestWords.find(typed, in: ["--help", "--version"]))
      : .unknownCommand(
        word.description,
        suggestions: NearestWords.find(typed, in: commands.map(\.name) + ["help"]))
  }

  private func report(_ message: String) {
    OutputDescriptor.standardError.writeMessage("\(name): \(message)\n")
  }

  private static func asksForHelp(_ arguments: ArraySlice<SystemPath>) -> Bool {
    arguments.prefix { $0.text != "--" }.contains { $0.text == "--help" || $0.text == "-h" }
  }
}
