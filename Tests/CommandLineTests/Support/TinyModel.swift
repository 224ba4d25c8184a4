/// A model so small that its answers are known by hand.
///
/// The input is 32 x 32. The first layer is a convolution with seeded random weights; the second
/// has no weights but biases, so whatever the picture shows, its one cell of one anchor always
/// says the same: a box of 16 x 8 pixels in the middle of the input, an object with
/// σ(5), a `dog` with σ(5), a `traffic light` with σ(-5).
struct TinyModel {
  /// The score of the one detection: σ(5)², as Darknet multiplies object and class.
  static let score = 0.986_659
  /// The files' name without extension.
  static let name = "tiny"

  /// Writes `tiny.cfg`, `tiny.weights` and `tiny.names` into a folder of that name.
  static func write(to folder: TemporaryFolder, in place: String = "Weights") throws {
    try folder.write(configuration, to: "\(place)/\(name).cfg")
    try folder.write(weights(), to: "\(place)/\(name).weights")
    try folder.write("dog\ntraffic light\n", to: "\(place)/\(name).names")
  }

  static let configuration = """
    [net]
    width=32
    height=32
    channels=3

    [convolutional]
    batch_normalize=1
    filters=8
    size=3
    stride=2
    pad=1
    activation=leaky

    [convolutional]
    filters=7
    size=1
    stride=16
    activation=linear

    [yolo]
    mask=1
    anchors=4,4, 16,8
    classes=2
    num=2
    """

  /// The file as Darknet writes it: version 0.2.5, a 64-bit count of pictures seen, then for each
  /// convolution biases, scales, means, variances and weights as 32-bit numbers, all little-endian.
  static func weights(seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix64(state: seed)
    var bytes: [UInt8] = []
    for number: UInt32 in [0, 2, 5, 64, 0] { append(number, to: &bytes) }
    let uniform = { Float(random.next() >> 40) / Float(1 << 24) - 0.5 }
    let first =
      (0..<8).map { _ in uniform() } + Array(repeating: 1, count: 8)
      + (0..<8).map { _ in uniform() } + Array(repeating: 1, count: 8)
      + (0..<(8 * 3 * 3 * 3)).map { _ in uniform() }
    let second: [Float] = [0, 0, 0, 0, 5, 5, -5] + Array(repeating: 0, count: 7 * 8)
    for number in first + second { append(number.bitPattern, to: &bytes) }
    return bytes
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}

/// Random numbers from a seed (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
