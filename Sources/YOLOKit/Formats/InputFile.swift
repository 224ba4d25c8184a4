import TensorKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A regular file that is read from front to back (or from any place), with typed errors.
///
/// Closed when the last reference goes. Not to be shared between threads.
final class InputFile {
  /// The path as it was given.
  let path: String
  /// The file's length, in bytes.
  let size: Int
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameter path: The path; no `~` is expanded.
  /// - Throws: ``ModelFormatError/unreadable(file:reason:)`` when it is missing, may not be read, or
  ///   is no regular file (a folder, a pipe, a device).
  init(path: String) throws(ModelFormatError) {
    self.path = path
    (descriptor, size) = try Self.open(path)
  }

  deinit { close(descriptor) }

  /// Opens a file and looks at its length; nothing stays open where that fails.
  private static func open(
    _ path: String
  ) throws(ModelFormatError) -> (descriptor: Int32, size: Int) {
    // O_NONBLOCK: opening a pipe that nobody writes to must not wait for ever.
    let descriptor = openDescriptor(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(file: path, reason: reason(errno)) }
    var status = stat()
    let refusal: String
    if fstat(descriptor, &status) != 0 {
      refusal = reason(errno)
    } else if status.st_mode & S_IFMT == S_IFDIR {
      refusal = "it is a folder"
    } else if status.st_mode & S_IFMT != S_IFREG {
      refusal = "it is not a regular file"
    } else {
      return (descriptor, Int(status.st_size))
    }
    close(descriptor)
    throw .unreadable(file: path, reason: refusal)
  }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - offset: The first byte.
  ///   - count: How many; fewer come back at the file's end.
  /// - Returns: The bytes.
  /// - Throws: ``ModelFormatError/unreadable(file:reason:)``.
  func bytes(at offset: Int, count: Int) throws(ModelFormatError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
    var span = buffer.mutableSpan
    let got = TensorKernels.readBytes(from: descriptor, at: offset, into: &span)
    guard got >= 0 else { throw .unreadable(file: path, reason: Self.reason(Int32(-got))) }
    buffer.removeLast(buffer.count - got)
    return buffer
  }

  /// Reads little-endian floats; all that were asked for or an error.
  ///
  /// - Parameters:
  ///   - offset: The first byte.
  ///   - floats: Where they go.
  /// - Throws: ``ModelFormatError/unreadable(file:reason:)``.
  func readFloats(at offset: Int, into floats: inout MutableSpan<Float>) throws(ModelFormatError) {
    let wanted = floats.count * MemoryLayout<Float>.size
    let got = TensorKernels.readFloats(from: descriptor, at: offset, into: &floats)
    guard got >= 0 else { throw .unreadable(file: path, reason: Self.reason(Int32(-got))) }
    guard got == wanted else {
      throw .unreadable(
        file: path, reason: "it ended at byte \(offset + got) while it was being read")
    }
  }

  /// Reads a whole text file.
  ///
  /// - Parameters:
  ///   - limit: The longest file that is taken, in bytes.
  ///   - expected: What the file should be, for errors: `a Darknet cfg file`.
  /// - Returns: The bytes of the text, which need not all be UTF-8.
  /// - Throws: ``ModelFormatError`` when it cannot be read, is longer than the limit or no text.
  func text(limit: Int, expected: String) throws(ModelFormatError) -> [UInt8] {
    let head = try bytes(at: 0, count: 512)
    if let kind = FileSniffer.kind(of: head) {
      throw .wrongKind(file: path, found: kind.found, expected: expected, remedy: kind.remedy)
    }
    guard size <= limit else {
      throw .wrongKind(
        file: path, found: "a file of \(size) bytes", expected: expected,
        remedy: "Such a file is at most \(limit) bytes long; check which file goes where.")
    }
    let all = try bytes(at: 0, count: size)
    guard all.count == size else {
      throw .unreadable(
        file: path, reason: "it ended at byte \(all.count) while it was being read")
    }
    if let zero = all.firstIndex(of: 0) {
      throw .wrongKind(
        file: path, found: "a binary file (a zero byte at \(zero))", expected: expected,
        remedy: "Check which file goes where.")
    }
    return all
  }

  /// The system's words for an error number.
  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// The system's `open`, which ``InputFile`` has a namesake of.
private func openDescriptor(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
