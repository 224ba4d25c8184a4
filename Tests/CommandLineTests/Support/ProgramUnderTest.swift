import Glibc

/// One of the package's programs as it was built along with these tests.
struct ProgramUnderTest {
  /// How a run ended and what it wrote.
  struct Outcome {
    /// The exit code; negative where a signal ended the program.
    let status: Int32
    let output: [UInt8]
    let errors: [UInt8]

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Where standard output goes.
  enum Output {
    /// Into ``Outcome/output``.
    case collected
    /// To a reader that has gone away.
    case gone
    /// To a file or device.
    case file(String)
  }

  /// The program's name.
  var name = "yolokit"
  /// Where the program is started; relative paths begin there.
  let folder: TemporaryFolder
  /// The environment, without the caller's own.
  var environment: [String: String] = [:]
  /// Where standard output goes.
  var output = Output.collected
  /// A terminal for standard error, by the number of its open end.
  var errorTerminal: Int32?
  /// A line of shell that starts the program, as `"$@"`; without it the program starts at once.
  var shell: String?

  /// The program's file: it stands beside the bundle of tests, in debug and release builds alike.
  private func path() throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw SystemFailure("readlink") }
    let bundle = String(decoding: buffer[..<count], as: UTF8.self)
    let folder = bundle.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/\(name)"
    guard access(path, X_OK) == 0 else { throw SystemFailure("access \(path)") }
    return path
  }

  /// Runs the program.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments: arguments.map { Array($0.utf8) }, input: Array(input.utf8))
  }

  /// Runs the program with arguments that need not be text.
  func run(arguments: [[UInt8]], input: [UInt8] = []) throws -> Outcome {
    let inputPath = try folder.write(input, to: ".stdin")
    let outputPath = folder.path(".stdout")
    let errorPath = folder.path(".stderr")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
    let create = O_WRONLY | O_CREAT | O_TRUNC
    var ends: [Int32] = []
    switch output {
    case .collected: posix_spawn_file_actions_addopen(&actions, 1, outputPath, create, 0o600)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .gone:
      // A pair of sockets can be made so that no other test's program inherits the reader's end.
      ends = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure("socketpair") }
      close(ends[0])
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    }
    if let errorTerminal {
      posix_spawn_file_actions_adddup2(&actions, errorTerminal, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, errorPath, create, 0o600)
    }
    // `env` starts a program in another folder; posix_spawn cannot everywhere.
    let words = shell.map { ["/bin/sh", "-c", $0, "sh"] } ?? []
    let starter = (["/usr/bin/env", "-C", folder.path] + words + [try path()])
      .map { Array($0.utf8) }
    let status = try Self.spawn(
      starter + arguments, environment.map { Array("\($0.key)=\($0.value)".utf8) }, &actions)
    if ends.count == 2 { close(ends[1]) }
    return Outcome(
      status: status, output: (try? folder.read(".stdout")) ?? [],
      errors: (try? folder.read(".stderr")) ?? [])
  }

  private static func spawn(
    _ arguments: [[UInt8]], _ environment: [[UInt8]],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> Int32 {
    let argv = CStringArray(arguments)
    let envp = CStringArray(environment)
    var process = pid_t()
    let code = posix_spawn(&process, "/usr/bin/env", &actions, nil, argv.pointers, envp.pointers)
    guard code == 0 else { throw SystemFailure("posix_spawn", number: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemFailure("waitpid") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }
}

/// Texts as C wants them: an array of pointers with nil at its end.
private final class CStringArray {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [[UInt8]]) {
    pointers = texts.map { text in strdup(text.map { CChar(bitPattern: $0) } + [0]) } + [nil]
  }

  deinit { pointers.forEach { free($0) } }
}
