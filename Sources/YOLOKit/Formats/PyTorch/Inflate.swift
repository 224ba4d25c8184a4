/// Unpacks deflated bytes (RFC 1951).
///
/// PyTorch stores its entries; only archives that another tool packed again need this. A library for
/// it would be one more that every user of this one has to install.
struct Inflate {
  private let input: [UInt8]
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let size: Int

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - bytes: The packed bytes.
  ///   - size: How many bytes have to come out; never more are produced.
  /// - Returns: The bytes; nil where the input is no sound stream of that length.
  static func inflate(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    var inflate = Inflate(bytes, size: size)
    return inflate.run() && inflate.output.count == size ? inflate.output : nil
  }

  private init(_ input: [UInt8], size: Int) {
    self.input = input
    self.size = size
    // Not more than the packed bytes can make, so that a lie about the size takes no memory.
    output.reserveCapacity(min(size, input.count * 8))
  }

  private mutating func run() -> Bool {
    var isLast = false
    while !isLast {
      guard let last = take(1), let kind = take(2) else { return false }
      isLast = last == 1
      let isSound: Bool
      switch kind {
      case 0: isSound = copyStored()
      case 1:
        guard let literals = Self.fixedLiterals, let distances = Self.fixedDistances else {
          return false
        }
        isSound = decode(literals, distances)
      case 2:
        guard let (literals, distances) = readTables() else { return false }
        isSound = decode(literals, distances)
      default: return false
      }
      guard isSound else { return false }
    }
    return true
  }

  /// The next bits, the lowest first; nil at the end of the input.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard position < input.count else { return nil }
      bits |= UInt32(input[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() -> Bool {
    bits = 0
    bitCount = 0
    guard position + 4 <= input.count else { return false }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    let check = Int(input[position + 2]) | Int(input[position + 3]) << 8
    position += 4
    guard length ^ 0xFFFF == check, position + length <= input.count,
      output.count + length <= size
    else { return false }
    output.append(contentsOf: input[position..<position + length])
    position += length
    return true
  }

  /// Literals and copies of what came before, up to the end of the block.
  private mutating func decode(_ literals: Code, _ distances: Code) -> Bool {
    while true {
      guard let symbol = symbol(of: literals) else { return false }
      if symbol == 256 { return true }
      if symbol < 256 {
        guard output.count < size else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengths.count, let more = take(Self.lengths[symbol - 257].bits),
        let distanceSymbol = self.symbol(of: distances), distanceSymbol < Self.distances.count,
        let further = take(Self.distances[distanceSymbol].bits)
      else { return false }
      let length = Self.lengths[symbol - 257].base + more
      let distance = Self.distances[distanceSymbol].base + further
      guard distance <= output.count, output.count + length <= size else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func symbol(of code: Code) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  /// A Huffman code: how many symbols have each length, and the symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// A code from the length of each symbol; nil where more codes are given out than there are.
    init?(_ lengths: some Collection<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var left = 1
      for length in 1...15 {
        left = left << 1 - counts[length]
        guard left >= 0 else { return nil }
      }
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      }
    }
  }

  private mutating func readTables() -> (Code, Code)? {
    guard let literalCount = take(5).map({ $0 + 257 }), let distanceCount = take(5).map({ $0 + 1 }),
      let codeCount = take(4).map({ $0 + 4 }), literalCount <= 286, distanceCount <= 30
    else { return nil }
    var codeLengths = [Int](repeating: 0, count: 19)
    for place in Self.codeOrder.prefix(codeCount) {
      guard let length = take(3) else { return nil }
      codeLengths[place] = length
    }
    guard let code = Code(codeLengths) else { return nil }
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      guard let symbol = symbol(of: code) else { return nil }
      let repeated: (value: Int, count: Int)?
      switch symbol {
      case 16:
        guard let last = lengths.last else { return nil }
        repeated = take(2).map { (last, $0 + 3) }
      case 17: repeated = take(3).map { (0, $0 + 3) }
      case 18: repeated = take(7).map { (0, $0 + 11) }
      default: repeated = (symbol, 1)
      }
      guard let repeated else { return nil }
      lengths.append(contentsOf: repeatElement(repeated.value, count: repeated.count))
    }
    guard lengths.count == literalCount + distanceCount,
      let literals = Code(lengths[..<literalCount]), let distances = Code(lengths[literalCount...])
    else { return nil }
    return (literals, distances)
  }

  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengths: [(base: Int, bits: Int)] =
    (0..<28).map { code in
      let bits = code < 8 ? 0 : code / 4 - 1
      return (code < 8 ? code + 3 : (4 + code % 4) << bits + 3, bits)
    } + [(258, 0)]
  private static let distances: [(base: Int, bits: Int)] = (0..<30).map { code in
    let bits = code < 4 ? 0 : code / 2 - 1
    return (code < 4 ? code + 1 : (2 + code % 2) << bits + 1, bits)
  }
  private static let fixedLiterals =
    Code((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code([Int](repeating: 5, count: 30))
}
