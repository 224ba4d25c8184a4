import Testing

@testable import YOLOKit

/// A file that is wrong, and what has to be said about it.
struct MalformedFile: Sendable, CustomTestStringConvertible {
  /// What is wrong; user reports of comparable programs by their number, `A12`.
  let name: String
  let bytes: [UInt8]
  let kind: ErrorKind
  /// What the message has to contain: what was found, what was expected, what to do.
  let words: [String]

  init(_ name: String, _ text: String, _ kind: ErrorKind, _ words: String...) {
    self.init(name, bytes: Array(text.utf8), kind, words)
  }

  init(_ name: String, bytes: [UInt8], _ kind: ErrorKind, _ words: [String]) {
    (self.name, self.bytes, self.kind, self.words) = (name, bytes, kind, words)
  }

  var testDescription: String { name }

  /// Checks that reading the file throws the error, with its place and its words.
  func expectError(
    sourceLocation: SourceLocation = #_sourceLocation, from read: () throws -> Void
  ) {
    do {
      try read()
      Issue.record("\(name): no error", sourceLocation: sourceLocation)
    } catch let error as ModelFormatError {
      #expect(ErrorKind(error) == kind, "\(name): \(error)", sourceLocation: sourceLocation)
      let message = error.description
      for word in words {
        #expect(message.contains(word), "\(name): \(error)", sourceLocation: sourceLocation)
      }
      #expect(message.utf8.count < 1000, "\(name): \(error)", sourceLocation: sourceLocation)
      let isOneLine = !message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      #expect(isOneLine, "\(name): \(error)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(name): \(error)", sourceLocation: sourceLocation)
    }
  }
}
