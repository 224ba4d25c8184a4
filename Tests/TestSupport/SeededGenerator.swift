/// SplitMix64: the same numbers for the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `count` floats in a range.
  package mutating func floats(_ count: Int, in range: ClosedRange<Float>) -> [Float] {
    (0..<count).map { _ in Float.random(in: range, using: &self) }
  }

  /// The sequence that golden inputs are made of: `(splitmix64(seed + i) >> 40) / 2^24`.
  package static func goldenInput(seed: UInt64, count: Int) -> [Float] {
    (0..<count).map { Float(splitmix64(seed &+ UInt64($0)) >> 40) / 16_777_216 }
  }

  /// The bytes that golden pictures are made of: `splitmix64(seed + i) >> 56`.
  package static func goldenBytes(seed: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(splitmix64(seed &+ UInt64($0)) >> 56) }
  }

  private static func splitmix64(_ x: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: x)
    return generator.next()
  }
}
