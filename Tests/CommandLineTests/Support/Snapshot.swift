import Foundation
import Testing

/// Texts that are kept as files in `Snapshots` and compared as a whole.
///
/// With `YOLOKIT_RECORD_SNAPSHOTS=1` in the environment the files are written anew.
enum Snapshot {
  static func expect(
    _ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Snapshots/\(name).txt")
    if ProcessInfo.processInfo.environment["YOLOKIT_RECORD_SNAPSHOTS"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(text == expected, "differs from \(name).txt", sourceLocation: sourceLocation)
  }
}
