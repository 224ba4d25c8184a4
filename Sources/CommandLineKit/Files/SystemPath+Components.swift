extension SystemPath {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The last name in the path, without slashes; empty for `/`.
  package var lastComponent: SystemPath {
    let trimmed = bytes.trimmingSuffix(Self.slash)
    let start = trimmed.lastIndex(of: Self.slash).map { $0 + 1 } ?? trimmed.startIndex
    return SystemPath(bytes: trimmed[start...])
  }

  /// The folder that the path is in: `.` for a lone name.
  package var parent: SystemPath {
    let trimmed = bytes.trimmingSuffix(Self.slash)
    guard let end = trimmed.lastIndex(of: Self.slash) else {
      return SystemPath(trimmed.isEmpty && !bytes.isEmpty ? "/" : ".")
    }
    let folder = trimmed[..<end].trimmingSuffix(Self.slash)
    return folder.isEmpty ? SystemPath("/") : SystemPath(bytes: folder)
  }

  /// The last name split before its last dot: `photo` and `.jpg`.
  ///
  /// A dot at the start of the name does not count: `.profile` has no extension.
  package var stemAndExtension: (stem: SystemPath, extension: SystemPath) {
    let name = lastComponent.bytes
    guard let split = name.lastIndex(of: Self.dot), split > 0 else {
      return (SystemPath(bytes: name), SystemPath(""))
    }
    return (SystemPath(bytes: name[..<split]), SystemPath(bytes: name[split...]))
  }

  /// The extension in lower case without its dot; empty where there is none.
  package var lowercasedExtension: String {
    String(stemAndExtension.extension.repairedText.dropFirst()).lowercased()
  }

  /// The path of a name inside this folder.
  package func appending(_ name: SystemPath) -> SystemPath {
    if bytes.isEmpty { return name }
    let separator: [UInt8] = bytes.last == Self.slash ? [] : [Self.slash]
    return SystemPath(bytes: bytes + separator + name.bytes)
  }

  /// The path of a name inside this folder.
  package func appending(_ name: String) -> SystemPath { appending(SystemPath(name)) }

  /// The path with more bytes after it.
  package func suffixed(_ text: String) -> SystemPath {
    SystemPath(bytes: bytes + Array(text.utf8))
  }
}

extension RandomAccessCollection where Element: Equatable {
  /// The collection without the given element at its end, however often it stands there.
  fileprivate func trimmingSuffix(_ element: Element) -> SubSequence {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == element { end = index(before: end) }
    return self[..<end]
  }
}
