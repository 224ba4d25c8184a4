import Glibc

/// Patterns for file names: `*`, `?`, `[a-z]`.
package enum Glob {
  /// Whether a path holds one of the characters that make it a pattern.
  package static func isPattern(_ path: SystemPath) -> Bool {
    path.bytes.contains { "*?[".utf8.contains($0) }
  }

  /// The paths that a pattern fits, in the order of their bytes; empty where there are none.
  ///
  /// - Parameter pattern: The pattern, as `glob(3)` takes it.
  /// - Returns: The paths that exist now.
  /// - Throws: ``InputError`` when a folder on the way cannot be read.
  package static func paths(matching pattern: SystemPath) throws(InputError) -> [SystemPath] {
    var result = glob_t()
    defer { globfree(&result) }
    let code = pattern.withCString { glob($0, GLOB_NOSORT, nil, &result) }
    switch code {
    case 0: break
    case GLOB_NOMATCH: return []
    case GLOB_NOSPACE: throw .unreadable(path: pattern.description, reason: "out of memory")
    default: throw .unreadable(path: pattern.description, reason: SystemError.reason())
    }
    let found = UnsafeBufferPointer(start: result.gl_pathv, count: Int(result.gl_pathc))
    return found.compactMap { path in
      path.map { path in
        SystemPath(
          bytes: UnsafeBufferPointer(start: path, count: strlen(path)).map {
            UInt8(bitPattern: $0)
          })
      }
    }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
