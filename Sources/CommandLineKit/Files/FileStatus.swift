import Glibc

/// What the system knows about a file without opening it.
package struct FileStatus: Sendable, Equatable {
  /// What kind of thing a path leads to.
  package enum Kind: Sendable {
    /// A file with bytes on a disk.
    case file
    /// A folder.
    case folder
    /// A device, a pipe or a socket.
    case other
  }

  /// Tells two files apart, whatever their paths are.
  package struct Identity: Sendable, Hashable {
    let device: UInt
    let node: UInt
  }

  /// What it is; a symbolic link counts as what it leads to.
  package let kind: Kind
  /// The file itself, whatever its path is.
  package let identity: Identity
  /// How long it is, in bytes.
  package let byteCount: Int
  /// Who may read and write it: the nine bits of `chmod`.
  package let permissions: mode_t

  /// Asks the system; nil where nothing is there or it must not be seen.
  package init?(_ path: SystemPath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    identity = Identity(device: UInt(status.st_dev), node: UInt(status.st_ino))
    byteCount = Int(status.st_size)
    permissions = status.st_mode & 0o777
  }

  /// The path with its symbolic links followed; the path itself where it leads nowhere.
  package static func resolvingLinks(_ path: SystemPath) -> SystemPath {
    path.withCString { realpath($0, nil) }.map { resolved in
      defer { free(resolved) }
      return SystemPath(
        bytes: UnsafeBufferPointer(start: resolved, count: strlen(resolved))
          .map { UInt8(bitPattern: $0) })
    } ?? path
  }
}
