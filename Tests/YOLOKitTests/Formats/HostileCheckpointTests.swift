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
