/// The beginning of a NumPy file, format 1.0; after it come the numbers.
///
/// Source: NumPy's `numpy/lib/format.py`.
enum NumPyHeader {
  /// The header of little-endian 32-bit floats in C order.
  static func bytes(shape: [Int]) -> [UInt8] {
    let sides = shape.map { "\($0), " }.joined()
    var text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(sides)), }"
    // Magic, version and length are 10 bytes; a line feed ends the text at a multiple of 64.
    let end = (10 + text.utf8.count + 1 + 63) / 64 * 64
    text += String(repeating: " ", count: end - 10 - text.utf8.count - 1) + "\n"
    let length = text.utf8.count
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length & 0xFF), UInt8(length >> 8 & 0xFF)]
      + Array(text.utf8)
  }
}
