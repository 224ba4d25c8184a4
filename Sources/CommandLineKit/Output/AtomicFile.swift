import Glibc

/// A file that appears whole or not at all.
///
/// The text is written to a nameless file in the same folder (or, where the file system has no
/// such thing, to one with a name of its own); ``commit()`` gives it its name in one step. Without
/// a commit nothing is left behind. Devices and pipes cannot be replaced and are written directly.
package final class AtomicFile {
  private enum Kind {
    /// An open file without a name.
    case nameless
    /// A file beside the target.
    case aside(SystemPath)
    /// The target itself: a device or a pipe.
    case direct
  }

  private let target: SystemPath
  private var kind: Kind
  private var isOpen = true
  private let output: OutputDescriptor

  /// Opens a file for writing.
  ///
  /// - Parameter path: The file that is to appear; one that exists is replaced at the commit, and
  ///   a symbolic link stays and its target is replaced.
  /// - Throws: ``OutputError`` when the folder does not exist or must not be written to.
  package init(_ path: SystemPath) throws(OutputError) {
    let name = path.description
    target = FileStatus.resolvingLinks(path)
    let existing = FileStatus(target)
    if existing?.kind == .folder { throw .failed(target: name, reason: "it is a folder") }
    let number: Int32
    if existing?.kind == .other {
      kind = .direct
      number = target.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    } else {
      let folder = target.parent
      // O_TMPFILE is not imported: its definition in C is an expression of two flags.
      let temporaryFlag = Int32(0o20000000) | O_DIRECTORY
      let mode = existing?.permissions ?? 0o666
      let nameless = folder.withCString { open($0, O_RDWR | O_CLOEXEC | temporaryFlag, mode) }
      if nameless >= 0 {
        kind = .nameless
        number = nameless
      } else {
        let aside = Self.asideName(for: target)
        kind = .aside(aside)
        number = aside.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
      }
    }
    guard number >= 0 else { throw .failed(target: name, reason: SystemError.reason()) }
    output = OutputDescriptor(number, name: name)
  }

  deinit { discard() }

  /// Adds text to the file.
  package func write(_ text: String) throws(OutputError) {
    try output.write(text)
  }

  /// Gives the file its name; after this nothing can be added.
  ///
  /// - Throws: ``OutputError`` when the disk is full or the name cannot be taken; then the file
  ///   that stood there before is untouched.
  package func commit() throws(OutputError) {
    guard isOpen else { return }
    if case .nameless = kind {
      let aside = Self.asideName(for: target)
      let source = SystemPath("/proc/self/fd/\(output.number)")
      let linked = source.withCString { from in
        aside.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
      }
      guard linked == 0 else { throw failure() }
      kind = .aside(aside)
    }
    isOpen = false
    let closed = close(output.number)
    guard case .aside(let aside) = kind else {
      if closed != 0 { throw failure() }
      return
    }
    let renamed =
      closed == 0 ? aside.withCString { from in target.withCString { rename(from, $0) } } : -1
    guard renamed == 0 else {
      let error = failure()
      aside.withCString { _ = unlink($0) }
      throw error
    }
  }

  private func failure() -> OutputError {
    .failed(target: output.name, reason: SystemError.reason())
  }

  private func discard() {
    guard isOpen else { return }
    isOpen = false
    close(output.number)
    if case .aside(let aside) = kind { aside.withCString { _ = unlink($0) } }
  }

  /// A name in the target's folder that nobody else uses: hidden, with the process and a random
  /// number in it.
  private static func asideName(for target: SystemPath) -> SystemPath {
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    return target.parent.appending(".yolokit-\(getpid())-\(random).part")
  }
}
