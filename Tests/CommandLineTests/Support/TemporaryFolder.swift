import Foundation

/// A folder that is gone with its last user.
final class TemporaryFolder: Sendable {
  /// The folder's path.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("yolokit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders above it.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try write(bytes, toBytes: Array(name.utf8))
    return path(name)
  }

  /// Writes a text file.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file whose name need not be text.
  func write(_ bytes: [UInt8], toBytes name: [UInt8]) throws {
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) {
      let parent = String(decoding: name[..<slash], as: UTF8.self)
      try FileManager.default.createDirectory(
        atPath: path(parent), withIntermediateDirectories: true)
    }
    let full = (Array("\(path)/".utf8) + name).map { CChar(bitPattern: $0) } + [0]
    guard let file = fopen(full, "w") else { throw SystemFailure("fopen") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw SystemFailure("fwrite") }
  }

  /// Reads a file.
  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The names in the folder or in one below it, sorted, without those that begin with a dot.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
      .filter { !$0.hasPrefix(".") }
  }
}
