extension Program {
  /// The program's own help.
  package var text: String {
    var lines = ["Usage: \(name) COMMAND [options] ..."]
    lines += [""] + WrappedText.lines(introduction, width: 80) + ["", "Commands:"]
    lines += commands.flatMap { HelpPage.entry($0.name, $0.summary) }
    lines += HelpPage.entry("help COMMAND", "Explain a command, its options and its output.")
    lines += ["", "Options:"]
    lines += HelpPage.entry("-h, --help", "Show this help.")
    lines += HelpPage.entry("--version", "Show the version.")
    lines += ["", "Examples:"]
    for example in examples { lines += ["  # \(example.effect)", "  \(example.command)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The process's arguments as bytes; `CommandLine.arguments` would change what is not UTF-8.
  static func processArguments() -> [SystemPath] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { position in
      CommandLine.unsafeArgv[position].map { argument in
        var end = 0
        while argument[end] != 0 { end += 1 }
        let bytes = UnsafeBufferPointer(start: argument, count: end)
        return SystemPath(bytes: bytes.map { UInt8(bitPattern: $0) })
      }
    }
  }
}
