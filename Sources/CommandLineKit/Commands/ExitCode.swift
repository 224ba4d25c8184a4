/// How a program ended, as the shell sees it.
package enum ExitCode: Int32, Sendable {
  /// All that was asked for is done.
  case success = 0
  /// Something failed; the messages on standard error say what.
  case failure = 1
  /// The command line itself was wrong; nothing was done.
  case usage = 2
}
