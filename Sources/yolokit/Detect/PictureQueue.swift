import CommandLineKit
import YOLOKit

/// Reads pictures, always one ahead of the one that is being searched.
struct PictureQueue {
  /// A picture that was read, or why it was not.
  enum Item: Sendable {
    /// A picture and how long it took to read, in seconds.
    case picture(SystemPath, PixelImage, readSeconds: Double)
    /// What went wrong.
    case failure(FailureReport)
  }

  private let reader: PictureReader
  private var inputs: ArraySlice<PictureInput>
  private var ahead: Task<Item, Never>?

  /// Makes a queue and begins to read its first picture.
  init(_ inputs: [PictureInput], reader: PictureReader) {
    self.reader = reader
    self.inputs = inputs[...]
    readAhead()
  }

  /// The next picture; nil after the last.
  mutating func next() async -> Item? {
    guard let item = await ahead?.value else { return nil }
    readAhead()
    return item
  }

  private mutating func readAhead() {
    ahead = inputs.popFirst().map { [reader] input in
      Task.detached { Self.item(input, reader) }
    }
  }

  private static func item(_ input: PictureInput, _ reader: PictureReader) -> Item {
    switch input {
    case .failure(let path, let message):
      return .failure(FailureReport(path: path, message: message))
    case .picture(let path):
      do {
        let (picture, seconds) = try Stopwatch.measure { try reader.read(path) }
        return .picture(path, picture, readSeconds: seconds)
      } catch {
        return .failure(
          FailureReport(path: path, message: PictureReader.message(for: error)))
      }
    }
  }
}
