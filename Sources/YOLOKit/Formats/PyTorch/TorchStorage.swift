/// The number formats of PyTorch's storages that hold weights or counters.
enum TorchElement: String, Sendable {
  case half, bfloat16, float, double, int64, int32, int16, int8, uint8, bool

  /// The format of a storage class like `torch.HalfStorage`; nil for one that is not read.
  init?(storageClass: String) {
    let name = storageClass.split(separator: ".").last.map(String.init) ?? ""
    switch name {
    case "HalfStorage": self = .half
    case "BFloat16Storage": self = .bfloat16
    case "FloatStorage": self = .float
    case "DoubleStorage": self = .double
    case "LongStorage": self = .int64
    case "IntStorage": self = .int32
    case "ShortStorage": self = .int16
    case "CharStorage": self = .int8
    case "ByteStorage", "UntypedStorage": self = .uint8
    case "BoolStorage": self = .bool
    default: return nil
    }
  }

  /// Bytes of one number.
  var size: Int {
    switch self {
    case .double, .int64: 8
    case .float, .int32: 4
    case .half, .bfloat16, .int16: 2
    case .int8, .uint8, .bool: 1
    }
  }

  /// The number that some bytes spell, the lowest byte first.
  func value(_ bits: UInt64) -> Float {
    switch self {
    case .half: HalfPrecision.float(UInt16(truncatingIfNeeded: bits))
    case .bfloat16: Float(bitPattern: UInt32(truncatingIfNeeded: bits) << 16)
    case .float: Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    case .double: Float(Double(bitPattern: bits))
    case .int64: Float(Int64(bitPattern: bits))
    case .int32: Float(Int32(truncatingIfNeeded: bits))
    case .int16: Float(Int16(truncatingIfNeeded: bits))
    case .int8: Float(Int8(truncatingIfNeeded: bits))
    case .uint8, .bool: Float(UInt8(truncatingIfNeeded: bits))
    }
  }
}

/// IEEE 754's 16-bit numbers.
enum HalfPrecision {
  /// The same number in 32 bits; exact.
  static func float(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0:
      // Below the normal numbers: fraction times 2^-24.
      let magnitude = Float(fraction) * 0x1p-24
      return sign == 0 ? magnitude : -magnitude
    case 0x1F: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
  }
}

/// A row of numbers in a checkpoint.
struct TorchStorage {
  /// The bytes, in the file's order.
  let bytes: ArraySlice<UInt8>
  /// The format of a number.
  let element: TorchElement
  /// Whether each number's highest byte comes first.
  let isBigEndian: Bool

  /// How many numbers there are.
  var count: Int { bytes.count / element.size }

  /// Numbers with a step between them, as floats; nil where they leave the storage, or where there
  /// are more than the storage has: steps of 0 would make a tensor of any size out of one number.
  func floats(from offset: Int, shape: [Int], strides: [Int]) -> [Float]? {
    guard let count = Self.count(shape), shape.count == strides.count, offset >= 0 else {
      return nil
    }
    guard count > 0 else { return [] }
    guard count <= self.count else { return nil }
    var last = offset
    for (side, stride) in zip(shape, strides) {
      guard stride >= 0, let reach = CheckedArithmetic.product(side - 1, stride),
        let sum = CheckedArithmetic.sum(last, reach)
      else { return nil }
      last = sum
    }
    guard last < self.count else { return nil }
    if Self.isDense(shape, strides) { return contiguous(from: offset, count: count) }
    return (0..<count).map { flat in
      var (rest, place) = (flat, offset)
      for axis in shape.indices.reversed() {
        let (next, index) = rest.quotientAndRemainder(dividingBy: shape[axis])
        place += index * strides[axis]
        rest = next
      }
      return number(place)
    }
  }

  /// How many numbers a shape has; nil where that is negative or out of range.
  static func count(_ shape: [Int]) -> Int? {
    var count = 1
    for side in shape {
      guard side >= 0, let product = CheckedArithmetic.product(count, side), product <= 1 << 31
      else { return nil }
      count = product
    }
    return count
  }

  /// Whether numbers stand side by side in the order of their indices.
  private static func isDense(_ shape: [Int], _ strides: [Int]) -> Bool {
    var expected = 1
    for (side, stride) in zip(shape, strides).reversed() {
      if side != 1, stride != expected { return false }
      expected *= side
    }
    return true
  }

  private func contiguous(from offset: Int, count: Int) -> [Float] {
    guard element == .half, !isBigEndian else { return (offset..<offset + count).map(number) }
    // The usual case, worth its own loop.
    let start = bytes.startIndex + offset * 2
    return (0..<count).map { i in
      HalfPrecision.float(UInt16(bytes[start + 2 * i]) | UInt16(bytes[start + 2 * i + 1]) << 8)
    }
  }

  private func number(_ index: Int) -> Float {
    var bits: UInt64 = 0
    let start = bytes.startIndex + index * element.size
    for i in 0..<element.size {
      let place = isBigEndian ? start + i : start + element.size - 1 - i
      bits = bits << 8 | UInt64(bytes[place])
    }
    return element.value(bits)
  }
}
