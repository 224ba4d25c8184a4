import TestSupport

/// Damages cfg files at random, the same way for the same seed.
struct CfgMutator {
  private static let extremes = [
    "0", "-1", "1", "2", "3", "7", "31", "1024", "4096", "8192", "65536", "65537", "1000000",
    "2147483647", "2147483648", "-2147483648", "4294967296", "9223372036854775807",
    "-9223372036854775808", "1e9", "1e38", "1e-38", "0.5", ".5", "nan", "-inf", "0x10", "", ",",
    "1,2,3", "-1,-2", "١٢",
  ]
  /// Options that change shapes, which mutation alone would seldom hit upon.
  private static let lines = [
    "groups=2", "group_id=1", "stride=2", "size=3", "pad=1", "padding=5", "dilation=3", "filters=8",
    "antialiasing=1", "share_index=0", "batch_normalize=1", "maxpool_depth=1", "out_channels=2",
    "layers=-1,-2", "layers=0", "from=-2", "reverse=1", "flatten=1", "stride=-2", "scale=0.5",
    "weights_type=per_channel", "weights_normalization=softmax", "scale_wh=1", "stride_x=3",
    "activation=mish", "activation=normalize_channels", "width=7", "height=65", "channels=1",
    "classes=1", "mask=0", "num=1", "softmax=1", "background=1", "new_coords=1", "[route]",
    "[shortcut]", "[maxpool]", "[upsample]", "[reorg]", "[reorg3d]", "[connected]", "[softmax]",
    "[batchnorm]", "[l2norm]", "[avgpool]", "[local_avgpool]", "[dropout]", "[sam]",
    "[scale_channels]", "[activation]", "[convolutional]", "[yolo]", "[Gaussian_yolo]", "[region]",
    "[detection]",
  ]
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A text with one to four damages.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&lines) }
    return Array(lines.joined(separator: [0x0A]))
  }

  private mutating func damage(_ lines: inout [[UInt8]]) {
    guard !lines.isEmpty else { return }
    let place = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: place)
    case 2: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &random))
    case 3: flip(&lines[place])
    case 4: lines[place].removeLast(Int.random(in: 0...lines[place].count, using: &random))
    case 5, 6: lines.insert(Array(pick(Self.lines).utf8), at: place)
    default: replaceNumber(in: &lines[place])
    }
  }

  private mutating func flip(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return }
    let place = Int.random(in: 0..<line.count, using: &random)
    line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  }

  /// Puts an extreme value behind the `=`, or a number near the one that is there.
  private mutating func replaceNumber(in line: inout [UInt8]) {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return }
    let old = Int(String(decoding: line[(equals + 1)...], as: UTF8.self))
    line.removeSubrange((equals + 1)...)
    if let old, Bool.random(using: &random) {
      line += Array(String(old &+ Int.random(in: -2...2, using: &random)).utf8)
    } else {
      line += Array(pick(Self.extremes).utf8)
    }
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: 0..<words.count, using: &random)]
  }
}
