import Glibc

/// Standard input, output and error.
enum StandardDescriptors {
  /// Takes the numbers of those that the caller has closed.
  ///
  /// Otherwise the next file to be opened would get one of them, and messages for standard error
  /// would end up in the results.
  static func occupyClosed() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // An open file gets the lowest free number. Opened the wrong way round, so that reading or
      // writing it is still the error that it was.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
