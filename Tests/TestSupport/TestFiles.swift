import Foundation

/// Where tests find files that are not part of the repository, and how they say that they do not.
package enum TestFiles {
  /// The package's own folder.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of weights, photographs and goldens of other programs, which is not committed:
  /// `$YOLOKIT_SHARED`, or `shared` beside the package.
  package static let shared: URL? = {
    let environment = ProcessInfo.processInfo.environment["YOLOKIT_SHARED"]
    let folder =
      environment.map { URL(fileURLWithPath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("data").path)
    return isThere ? folder : nil
  }()

  /// A file of the shared folder's `data`; nil where it is not there.
  package static func sharedData(_ name: String) -> String? {
    guard let path = shared?.appendingPathComponent("data/\(name)").path else { return nil }
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// A model's file: in `Weights`, then in the shared folder; nil where neither has it.
  package static func weights(_ name: String) -> String? {
    let path = root.appendingPathComponent("Weights/\(name)").path
    if FileManager.default.fileExists(atPath: path) { return path }
    return sharedData("weights/\(name)")
  }

  /// A file beside a test's own source file.
  package static func fixture(_ name: String, filePath: String = #filePath) -> URL {
    URL(fileURLWithPath: filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)")
  }

  /// A new folder for one test, which the test removes.
  package static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("yolokit-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
