/// Lists of paths as `ls` or `find` write them.
package enum PathList {
  /// The paths in a list.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - endsWithZero: Whether each path ends with a zero byte (`find -print0`) instead of a line
  ///     break; the only way to list names that hold line breaks.
  /// - Returns: The paths in their order. Empty lines are left out; the carriage return of a
  ///   Windows line break does not belong to a path.
  /// - Throws: ``InputError`` when a list of lines holds a zero byte, which no path can.
  package static func paths(
    in bytes: [UInt8], endsWithZero: Bool
  ) throws(InputError) -> [SystemPath] {
    if !endsWithZero, let position = bytes.firstIndex(of: 0) {
      throw .unreadable(
        path: "list of paths", reason: "byte \(position) is zero; read such a list with -0")
    }
    let end = endsWithZero ? UInt8(0) : UInt8(ascii: "\n")
    return bytes.split(separator: end).compactMap { line in
      let hasReturn = !endsWithZero && line.last == UInt8(ascii: "\r")
      let path = SystemPath(bytes: hasReturn ? line.dropLast() : line)
      return path.bytes.isEmpty ? nil : path
    }
  }
}
