import Glibc

/// Reads whole files, bounded in size and without ever waiting on a pipe or device.
enum FileReader {
  /// All bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - limit: The most bytes to read.
  /// - Returns: The file's content.
  /// - Throws: ``MediaError`` when the file cannot be opened, is none, or is too large.
  static func read(_ path: FilePathBytes, limit: Int) throws(MediaError) -> [UInt8] {
    let name = path.displayName
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let opened = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard let descriptor = opened else {
      throw .cannotRead(file: name, reason: "the path is empty or holds a zero byte")
    }
    guard descriptor >= 0 else {
      throw .cannotRead(file: name, reason: systemErrorText(errno))
    }
    defer { close(descriptor) }
    let size = try regularFileSize(descriptor, name: name)
    guard size <= limit else {
      throw .fileTooLarge(file: name, bytes: size, limit: limit)
    }
    return try readAll(descriptor, size: size, name: name)
  }

  private static func regularFileSize(
    _ descriptor: Int32, name: String
  ) throws(MediaError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .cannotRead(file: name, reason: systemErrorText(errno))
    }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: ""
      case S_IFDIR: "folder"
      case S_IFIFO: "pipe"
      case S_IFSOCK: "socket"
      case S_IFCHR, S_IFBLK: "device"
      default: "special file"
      }
    guard kind.isEmpty else { throw .notAFile(file: name, kind: kind) }
    return Int(status.st_size)
  }

  private static func readAll(
    _ descriptor: Int32, size: Int, name: String
  ) throws(MediaError) -> [UInt8] {
    var failure: Int32 = 0
    // One byte more than the size, to see whether the file grows meanwhile.
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      while count <= size, let base = buffer.baseAddress {
        let got = Glibc.read(descriptor, base + count, size + 1 - count)
        if got == 0 { break }
        if got > 0 {
          count += got
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else {
      throw .cannotRead(file: name, reason: systemErrorText(failure))
    }
    guard bytes.count <= size else {
      throw .cannotRead(file: name, reason: "it grows while it is being read")
    }
    return bytes
  }
}

/// The system's words for an error number.
func systemErrorText(_ number: Int32) -> String {
  let text = String(unsafeUninitializedCapacity: 256) { space in
    space.withMemoryRebound(to: CChar.self) { characters in
      guard let base = characters.baseAddress,
        strerror_r(number, base, characters.count) == 0
      else { return 0 }
      return strlen(base)
    }
  }
  guard let first = text.first else { return "error \(number)" }
  return first.lowercased() + text.dropFirst()
}
