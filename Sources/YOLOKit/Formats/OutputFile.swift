import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written beside its place and renamed at the end, so that nobody ever sees half of it.
///
/// Without ``commit()`` nothing is left behind. Not to be shared between threads.
package final class OutputFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true

  /// Opens a new file in the target's folder.
  ///
  /// - Parameter path: The target; a file that is there stays until ``commit()``.
  /// - Throws: ``ModelExportError/unwritable(file:reason:)``.
  package init(path: String) throws(ModelExportError) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let random = String(UInt32.random(in: .min ... .max), radix: 36)
    self.path = path
    temporary = "\(folder).yolokit-\(getpid())-\(random).part"
    let reason = Self.obstacle(at: path)
    descriptor =
      reason == nil ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) : -1
    guard descriptor >= 0 else {
      isOpen = false
      throw .unwritable(file: path, reason: reason ?? String(cString: strerror(errno)))
    }
  }

  /// Why a file cannot take a path's place; nil where it can.
  private static func obstacle(at path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
      ? "a folder has this name" : "a device or pipe has this name"
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unlink(temporary)
  }

  /// Adds bytes.
  package func write(_ bytes: RawSpan) throws(ModelExportError) {
    let failure: Int32 = bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      var done = 0
      while done < buffer.count {
        #if canImport(Glibc)
          let put = Glibc.write(descriptor, base + done, buffer.count - done)
        #elseif canImport(Musl)
          let put = Musl.write(descriptor, base + done, buffer.count - done)
        #endif
        if put >= 0 {
          done += put
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    guard failure == 0 else {
      throw .unwritable(file: path, reason: String(cString: strerror(failure)))
    }
  }

  /// Adds bytes.
  package func write(_ bytes: [UInt8]) throws(ModelExportError) {
    try write(bytes.span.bytes)
  }

  /// Adds floats, little-endian.
  package func write(_ floats: [Float]) throws(ModelExportError) {
    try write(floats.span.bytes)
  }

  /// Adds floats, little-endian.
  package func write(_ storage: FloatStorage) throws(ModelExportError) {
    var failure: ModelExportError?
    storage.withSpan { span in
      do throws(ModelExportError) { try write(span.bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Gives the file its name; nothing can be added afterwards.
  package func commit() throws(ModelExportError) {
    isOpen = false
    // What the file system reports late comes with the closing.
    guard close(descriptor) == 0, rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw .unwritable(file: path, reason: reason)
    }
  }
}
