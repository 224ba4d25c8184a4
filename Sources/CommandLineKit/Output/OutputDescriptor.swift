import Glibc

/// A place to write to: an open file, pipe or terminal.
///
/// Writes go straight to the system, without a buffer of their own, so lines of several threads
/// do not get torn and nothing is lost when the program ends early.
package struct OutputDescriptor: Sendable {
  /// Standard output.
  package static let standardOutput = OutputDescriptor(STDOUT_FILENO, name: "standard output")
  /// Standard error.
  package static let standardError = OutputDescriptor(STDERR_FILENO, name: "standard error")

  /// The system's number for it.
  package let number: Int32
  /// What messages call it.
  package let name: String

  /// Takes an open descriptor.
  package init(_ number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Writes all of a text.
  ///
  /// - Parameter text: What to write.
  /// - Throws: ``OutputError``.
  package func write(_ text: String) throws(OutputError) {
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        Glibc.write(
          number, UnsafeRawBufferPointer(rebasing: buffer[position...]).baseAddress,
          buffer.count - position)
      }
      if written > 0 {
        position += written
      } else if written < 0, errno == EAGAIN {
        waitUntilWritable()
      } else if written < 0, errno != EINTR {
        let number = errno
        if number == EPIPE { throw .readerGone }
        throw .failed(target: name, reason: SystemError.reason(number))
      }
    }
  }

  /// Writes a text that nobody must miss but that cannot be reported anywhere else either: a
  /// message on standard error.
  package func writeMessage(_ text: String) {
    // When even standard error is closed there is no place left to complain at; the exit code
    // still tells.
    try? write(text)
  }

  /// Whether this is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The columns of the terminal, or nil where this is none or it does not tell.
  package var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A pipe that does not block gives EAGAIN until its reader has caught up.
  private func waitUntilWritable() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
