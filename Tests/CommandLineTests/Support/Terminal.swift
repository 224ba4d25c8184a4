import Glibc

/// A terminal without a screen.
final class Terminal {
  /// The end that a program writes to.
  let inner: Int32
  private let outer: Int32

  init(columns: UInt16) throws {
    // What posix_openpt, unlockpt and ptsname do; Swift does not see these three. The numbers are
    // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>.
    outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlock, number): (Int32, UInt32) = (0, 0)
    guard outer >= 0, ioctl(outer, 0x4004_5431, &unlock) == 0,
      ioctl(outer, 0x8004_5430, &number) == 0
    else { throw SystemFailure("/dev/ptmx") }
    inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard inner >= 0, ioctl(inner, UInt(TIOCSWINSZ), &size) == 0 else {
      throw SystemFailure("ioctl")
    }
  }

  deinit {
    close(inner)
    close(outer)
  }

  /// What was written since the last call.
  func read() throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var request = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) == 1, Int32(request.revents) & Int32(POLLIN) != 0 {
      let count = Glibc.read(outer, &chunk, chunk.count)
      guard count > 0 else { throw SystemFailure("read") }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
