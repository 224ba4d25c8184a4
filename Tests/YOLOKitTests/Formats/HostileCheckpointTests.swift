import Testing

@testable import YOLOKit

/// Checkpoints made to take memory or time without end, or to reach outside of what they hold.
@Suite struct HostileCheckpointTests {
  private let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  private func load(_ layers: [PickleItem]) throws -> Model {
    try Model(
      checkpointPath: try folder.write(CheckpointBytes(layers: layers).bytes, to: "a.pt"),
      inputSize: (width: 64, height: 64))
  }

  private func expectRefusal(_ layers: [PickleItem], _ words: String...) {
    MalformedFile("a.pt", bytes: [], .module, words).expectError { _ = try load(layers) }
  }

  private let checkpoint = CheckpointBytes(layers: [])

  @Test func theSmallestCheckpointLoads() throws {
    let model = try load([checkpoint.convolution(from: 3, to: 8)])
    #expect(model.summary.parameterCount == 24 + 48)
    #expect(model.summary.heads.map(\.boxCount) == [64 * 64])
  }

  @Test(arguments: [7, 9]) func batchNormalizationOfOtherChannels(count: Int) throws {
    expectRefusal(
      [
        CheckpointBytes.sequential([
          checkpoint.convolution(from: 3, to: 8), checkpoint.batchNormalization(count),
        ])
      ], "BatchNorm2d")
    // Where nothing can be folded the numbers would be read by the kernel.
    let upsample = CheckpointBytes.module(
      "torch.nn.modules.upsampling", "Upsample", attributes: [("scale_factor", .integer(2))])
    expectRefusal(
      [
        checkpoint.convolution(from: 3, to: 8), upsample, checkpoint.batchNormalization(count),
      ], "BatchNorm2d")
  }

  @Test func sumsOfUnlikeMaps() throws {
    let bottleneck = CheckpointBytes.module(
      "models.common", "Bottleneck", attributes: [("add", .integer(1))],
      children: [
        ("cv1", checkpoint.convolution(from: 3, to: 8)),
        ("cv2", checkpoint.convolution(from: 8, to: 8)),
      ])
    expectRefusal([bottleneck], "Bottleneck")
  }

  /// 30 Sequentials, each of which has the one before four times: 4^30 modules in a kilobyte.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func modulesInEachOther(hasLeaves: Bool) throws {
    var module = CheckpointBytes.sequential(
      hasLeaves ? [checkpoint.convolution(from: 3, to: 3)] : [])
    for number in 0..<30 {
      let same = PickleItem.recalled(UInt32(number))
      module = CheckpointBytes.sequential([.remembered(UInt32(number), module), same, same, same])
    }
    expectRefusal([module, checkpoint.convolution(from: 3, to: 8)])
  }

  /// A weight that is used again and again would be copied each time.
  @Test func numbersThatAreUsedAgainAndAgain() throws {
    expectRefusal(
      [
        CheckpointBytes.sequential(
          [.remembered(1, checkpoint.convolution(from: 3, to: 3))]
            + [PickleItem](repeating: .recalled(1), count: 10_000)),
        checkpoint.convolution(from: 3, to: 8),
      ], "learned numbers")
  }

  /// Strides of 0 make a tensor of any size out of one number.
  @Test func numbersOutOfOne() throws {
    let path = try folder.write(
      CheckpointBytes(layers: [
        checkpoint.convolution(from: 3, to: 1_000_000, strides: [0, 0, 0, 0])
      ]).bytes, to: "a.pt")
    MalformedFile("a.pt", bytes: [], .wrongKind, ["does not lie in its storage"]).expectError {
      _ = try Model(checkpointPath: path)
    }
  }

  /// 64 times as wide and high, and the blocks made channels again: the table of the reordering
  /// would have as many numbers as the map.
  @Test func hugeReorderings() throws {
    let upsample = CheckpointBytes.module(
      "torch.nn.modules.upsampling", "Upsample", attributes: [("scale_factor", .integer(64))])
    let contract = CheckpointBytes.module(
      "models.common", "Contract", attributes: [("gain", .integer(64))])
    expectRefusal(
      [
        checkpoint.convolution(from: 3, to: 3), upsample, contract,
        checkpoint.convolution(from: 3 * 64 * 64, to: 8),
      ], "Contract")
  }

  /// What is there but cannot be read is not taken for what is missing.
  @Test(arguments: [
    ("Conv2d", "stride", PickleItem.text("2")), ("Conv2d", "groups", .float(1.5)),
    ("Conv2d", "padding", .dictionary([])), ("LeakyReLU", "negative_slope", .text("0.1")),
    ("LeakyReLU", "negative_slope", .float(.nan)), ("ELU", "alpha", .text("1")),
  ])
  func unreadableAttributes(type: String, name: String, value: PickleItem) throws {
    let attributes: [(String, PickleItem)] = [
      ("in_channels", .integer(8)), ("out_channels", .integer(8)), ("kernel_size", .integer(1)),
      (name, value),
    ]
    let module = CheckpointBytes.module(
      "torch.nn", type, attributes: attributes,
      tensors: [("weight", checkpoint.tensor([8, 8, 1, 1]))])
    expectRefusal([checkpoint.convolution(from: 3, to: 8), module], name)
  }

  /// A parameter that wraps itself, and one wrapped in a hundred thousand others.
  @Test func parametersInEachOther() throws {
    let rebuild = PickleItem.global("torch._utils", "_rebuild_parameter")
    let list = PickleItem.remembered(1, .list([]))
    // The arguments are a list that gets the parameter itself as its only item.
    let inItself = PickleItem.raw(
      rebuild.bytes + list.bytes + Array("R".utf8) + [0x72, 2, 0, 0, 0]
        + PickleItem.recalled(1).bytes + PickleItem.recalled(2).bytes + Array("a0".utf8))
    var opcodes = [UInt8](repeating: 0, count: 0)
    for _ in 0..<100_000 { opcodes += rebuild.bytes }
    opcodes += checkpoint.tensor([8, 3, 1, 1]).bytes
    for _ in 0..<100_000 { opcodes += [0x85, UInt8(ascii: "R")] }
    for weight in [inItself, .raw(opcodes)] {
      let path = try folder.write(
        CheckpointBytes(layers: [checkpoint.convolution(from: 3, to: 8, weight: weight)]).bytes,
        to: "a.pt")
      MalformedFile("a.pt", bytes: [], .wrongKind, ["parameter"]).expectError {
        _ = try Model(checkpointPath: path)
      }
    }
  }

  @Test func sizesBeyond63Bits() throws {
    for size in [UInt64(Int.max), UInt64(Int.max) - 40, UInt64.max - 1] {
      var zip = StoredZip()
      zip.add("a/data.pkl", [0x80, 2], claimedSize: size)
      let path = try folder.write(zip.bytes, to: "a.pt")
      MalformedFile("\(size)", bytes: [], .wrongKind, ["damaged ZIP archive"]).expectError {
        _ = try Model(checkpointPath: path)
      }
    }
  }
}

/// Pickles made to build more than the bytes that spell them.
@Suite struct PickleReaderTests {
  /// An ordered dictionary copies the pairs that it is made of: 3000 pairs, 3000 times.
  @Test func dictionariesOfTheSamePairs() throws {
    let pair = PickleItem.tuple([.integer(1), .integer(2)])
    let pairs = PickleItem.list(
      [.remembered(1, pair)] + [PickleItem](repeating: .recalled(1), count: 2999))
    let type = PickleItem.global("collections", "OrderedDict")
    let dictionaries =
      [PickleItem.remembered(2, pairs)]
      + [PickleItem](repeating: .call(type, [.recalled(2)]), count: 3000)
    #expect(throws: PickleReader.Failure.self) {
      try PickleReader.read(PickleItem.list(dictionaries).pickle)
    }
    let (tree, _) = try PickleReader.read(PickleItem.call(type, [pairs]).pickle)
    #expect(tree.pairs(tree.root)?.count == 3000)
  }
}
