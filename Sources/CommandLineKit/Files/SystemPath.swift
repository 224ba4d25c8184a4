/// A path as the system has it: bytes, of which nothing is known but that none is zero.
///
/// Linux does not ask for UTF-8 in file names, and a `String` cannot hold anything else; so paths
/// from outside stay bytes until they are shown.
package struct SystemPath: Hashable, Sendable {
  /// The bytes, without the zero that ends them in C.
  package let bytes: [UInt8]

  /// Makes a path from bytes; all from the first zero on is cut off, as C would do.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  /// Makes a path from text.
  package init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The path as text, or nil where the bytes are not UTF-8.
  package var text: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// The path as text, with U+FFFD in place of all that is not UTF-8.
  package var repairedText: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Calls a C function with the path.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      // The array holds at least the closing zero, so it has an address.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }
}

extension SystemPath: CustomStringConvertible {
  /// The path for a person's eyes: on one line, without control characters.
  package var description: String { VisibleText.of(repairedText) }
}
