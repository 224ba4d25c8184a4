import Glibc

/// Writes whole files so that nobody ever sees half of one.
enum FileWriter {
  /// Writes the bytes beside the target, then renames them into place.
  ///
  /// The target's old content, if any, stays until the new one is complete. The temporary file
  /// is removed when anything fails.
  static func write(_ bytes: [UInt8], to path: FilePathBytes) throws(MediaError) {
    let name = path.displayName
    try refuseSpecialTarget(path, name: name)
    let (temporary, descriptor) = try createTemporary(beside: path, name: name)
    do {
      try writeAll(bytes, to: descriptor, name: name)
      try rename(temporary, to: path, name: name)
    } catch {
      _ = temporary.withCString { unlink($0) }
      throw error
    }
  }

  /// Renaming would put a plain file in the place of a device or pipe.
  private static func refuseSpecialTarget(
    _ path: FilePathBytes, name: String
  ) throws(MediaError) {
    var status = stat()
    guard let found = path.withCString({ lstat($0, &status) }) else {
      throw .cannotWrite(file: name, reason: "the path is empty or holds a zero byte")
    }
    guard found == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFLNK else {
      let reason = kind == S_IFDIR ? "a folder has this name" : "a device or pipe has this name"
      throw .cannotWrite(file: name, reason: reason)
    }
  }

  /// A new file in the target's folder, whose name fits even where the target's is at the limit.
  private static func createTemporary(
    beside path: FilePathBytes, name: String
  ) throws(MediaError) -> (FilePathBytes, Int32) {
    for attempt in 0..<100 {
      let fileName = ".yolokit-\(getpid())-\(attempt).tmp"
      let temporary = FilePathBytes(bytes: path.folder + Array(fileName.utf8))
      let opened = temporary.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if let opened, opened >= 0 { return (temporary, opened) }
      guard errno == EEXIST || errno == EINTR else {
        throw .cannotWrite(file: name, reason: systemErrorText(errno))
      }
    }
    throw .cannotWrite(file: name, reason: "too many temporary files (.yolokit-*.tmp) beside it")
  }

  /// Writes and closes; errors that the file system reports late come with the closing.
  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(MediaError) {
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let base = buffer.baseAddress {
        let put = Glibc.write(descriptor, base + done, buffer.count - done)
        if put >= 0 {
          done += put
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    if close(descriptor) != 0, failure == 0, errno != EINTR { failure = errno }
    guard failure == 0 else {
      throw .cannotWrite(file: name, reason: systemErrorText(failure))
    }
  }

  private static func rename(
    _ temporary: FilePathBytes, to path: FilePathBytes, name: String
  ) throws(MediaError) {
    let renamed = temporary.withCString { from in
      path.withCString { to in Glibc.rename(from, to) }
    }
    guard renamed == .some(.some(0)) else {
      throw .cannotWrite(file: name, reason: systemErrorText(errno))
    }
  }
}
