import Glibc

/// Folders and the names in them.
package enum Folder {
  /// The names in a folder, without `.` and `..`, in the order of their bytes.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The names, without the folder's path.
  /// - Throws: ``InputError`` when the folder cannot be read.
  package static func names(in path: SystemPath) throws(InputError) -> [SystemPath] {
    guard let stream = path.withCString({ opendir($0) }) else {
      throw .unreadable(path: path.description, reason: SystemError.reason())
    }
    defer { closedir(stream) }
    var names: [SystemPath] = []
    errno = 0
    while let entry = readdir(stream) {
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset)
        .assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
      let name = SystemPath(bytes: UnsafeBufferPointer(start: start, count: length))
      if name != SystemPath("."), name != SystemPath("..") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else {
      throw .unreadable(path: path.description, reason: SystemError.reason())
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Makes a folder and those above it, where they are missing.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``OutputError`` when something else stands there or the system refuses.
  package static func create(_ path: SystemPath) throws(OutputError) {
    if let status = FileStatus(path) {
      guard status.kind == .folder else {
        throw .failed(target: path.description, reason: "it is a file, not a folder")
      }
      return
    }
    let parent = path.parent
    if parent != path, FileStatus(parent) == nil { try create(parent) }
    guard path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw .failed(target: path.description, reason: SystemError.reason())
    }
  }
}
