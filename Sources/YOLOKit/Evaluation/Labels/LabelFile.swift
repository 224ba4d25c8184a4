/// Reads whole label files, with these labels' errors.
package enum LabelFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The longest file that is taken, in bytes.
  /// - Returns: All of its bytes.
  /// - Throws: ``LabelError`` when it cannot be read or is longer.
  package static func bytes(path: String, limit: Int) throws(LabelError) -> [UInt8] {
    let result: Result<[UInt8], LabelError>
    do throws(ModelFormatError) {
      let file = try InputFile(path: path)
      result =
        file.size <= limit
        ? .success(try file.bytes(at: 0, count: file.size))
        : .failure(.tooLarge(file: path, bytes: file.size, limit: limit))
    } catch {
      guard case .unreadable(_, let reason) = error else {
        throw .unreadable(file: path, reason: "\(error)")
      }
      throw .unreadable(file: path, reason: reason)
    }
    return try result.get()
  }
}
