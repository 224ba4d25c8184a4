/// A weights file, number by number.
struct WeightsBytes {
  private(set) var bytes: [UInt8] = []

  /// Begins with three version numbers and a counter of 8 or 4 bytes.
  init(version: [Int32], counterBytes: Int = 8, numbers: [Float] = []) {
    for number in version { append(UInt32(bitPattern: number)) }
    bytes += [UInt8](repeating: 0, count: counterBytes)
    for number in numbers { append(number.bitPattern) }
  }

  /// Takes bytes from the end.
  mutating func cut(_ count: Int) { bytes.removeLast(count) }

  /// Adds zeros at the end.
  mutating func pad(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

  private mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
