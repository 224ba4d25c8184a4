import Foundation

/// Reads the numbers of golden files.
package enum GoldenFiles {
  /// All floats of a file of little-endian floats without a header.
  package static func floats(_ url: URL) throws -> [Float] {
    floats(try Data(contentsOf: url), from: 0)
  }

  /// The floats of a NumPy file of type `<f4` in C order.
  package static func npy(_ path: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard data.count > 10, data.starts(with: [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]) else {
      throw GoldenFileError(path: path, problem: "no NumPy file")
    }
    let isVersion1 = data[data.startIndex + 6] == 1
    let length =
      isVersion1
      ? Int(data[data.startIndex + 8]) | Int(data[data.startIndex + 9]) << 8
      : (0..<4).reduce(0) { $0 | Int(data[data.startIndex + 8 + $1]) << (8 * $1) }
    let start = (isVersion1 ? 10 : 12) + length
    let header = String(decoding: data[data.startIndex..<data.startIndex + start], as: UTF8.self)
    guard header.contains("'<f4'"), header.contains("'fortran_order': False") else {
      throw GoldenFileError(path: path, problem: "not <f4 in C order")
    }
    return floats(data, from: start)
  }

  /// A JSON file as a dictionary tree.
  package static func json<Value: Decodable>(_ type: Value.Type, _ url: URL) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }

  private static func floats(_ data: Data, from start: Int) -> [Float] {
    data.withUnsafeBytes { bytes in
      stride(from: start, to: bytes.count - 3, by: 4).map {
        Float(
          bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
        )
      }
    }
  }
}

/// A golden file that cannot be used.
package struct GoldenFileError: Error, CustomStringConvertible {
  let path: String
  let problem: String
  package var description: String { "\(path): \(problem)" }
}
