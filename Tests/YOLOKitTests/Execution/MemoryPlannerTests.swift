import TestSupport
import Testing

@testable import YOLOKit

@Suite struct MemoryPlannerTests {
  private static func aligned(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  /// Buffers like those of a network: written at one step, read for the last time at a later one.
  private static func buffers(_ generator: inout SeededGenerator) -> [MemoryPlanner.Buffer] {
    (0..<generator.int(0...60)).map { step in
      MemoryPlanner.Buffer(
        count: generator.one(of: [0, 1, 15, 16, 17, generator.int(1...5000)]), firstStep: step,
        lastStep: step + generator.one(of: [0, 1, 1, 1, 2, 5, 40]))
    }
  }

  @Test(arguments: UInt64(1)...200) func buffersAliveTogetherLieApart(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let buffers = Self.buffers(&generator)
    let (offsets, count) = MemoryPlanner.place(buffers)
    #expect(offsets.count == buffers.count)
    for (i, a) in buffers.enumerated() {
      #expect(offsets[i] % MemoryPlanner.granularity == 0, "seed \(seed), buffer \(i)")
      #expect(offsets[i] >= 0 && offsets[i] + a.count <= count, "seed \(seed), buffer \(i)")
      for (j, b) in buffers.enumerated().dropFirst(i + 1) {
        guard a.firstStep <= b.lastStep, b.firstStep <= a.lastStep else { continue }
        let isApart =
          offsets[i] + a.count <= offsets[j] || offsets[j] + b.count <= offsets[i]
        #expect(isApart, "seed \(seed): buffers \(i) and \(j) overlap")
      }
    }
  }

  @Test(arguments: UInt64(1)...200) func totalIsWithinItsBounds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let buffers = Self.buffers(&generator)
    let total = MemoryPlanner.place(buffers).count
    let sum = buffers.reduce(0) { $0 + Self.aligned($1.count) }
    let largest =
      (0...120).map { step in
        buffers.filter { $0.firstStep <= step && step <= $0.lastStep }.reduce(0) { $0 + $1.count }
      }.max() ?? 0
    #expect(total <= sum, "seed \(seed)")
    #expect(total >= largest, "seed \(seed)")
  }

  /// A chain in which each step reads only the one before it needs two places, not one for each.
  @Test func chainsUseTwoPlaces() {
    let chain = (0..<50).map { MemoryPlanner.Buffer(count: 160, firstStep: $0, lastStep: $0 + 1) }
    #expect(MemoryPlanner.place(chain).count == 320)
  }

  /// The plan depends on nothing but the buffers.
  @Test func plansRepeat() {
    var generator = SeededGenerator(seed: 9)
    let buffers = Self.buffers(&generator)
    #expect(MemoryPlanner.place(buffers) == MemoryPlanner.place(buffers))
  }
}

@Suite struct MemoryLayoutPlanTests {
  private static let shape = FeatureShape(height: 3, width: 4, channels: 10)

  /// Two slices and an identity of one map: views of its buffer, at their channel.
  @Test func viewsShareTheirBuffer() throws {
    var network = Network(inputShape: Self.shape)
    let base = network.addLayer(
      .activation(.relu), inputs: [.input], outputShape: Self.shape)
    let slice = network.addLayer(
      .channelSlice(4..<9), inputs: [base],
      outputShape: FeatureShape(height: 3, width: 4, channels: 5))
    let inner = network.addLayer(
      .channelSlice(1..<3), inputs: [slice],
      outputShape: FeatureShape(height: 3, width: 4, channels: 2))
    let same = network.addLayer(
      .identity, inputs: [inner], outputShape: FeatureShape(height: 3, width: 4, channels: 2))
    let plan = try MemoryLayoutPlan(network, lasting: network.heads.map(\.source))
    let whole = plan.placement(of: base)
    #expect(whole.pixelStride == 10)
    #expect(plan.placement(of: slice).offset == whole.offset + 4)
    #expect(plan.placement(of: inner).offset == whole.offset + 5)
    #expect(plan.placement(of: same) == plan.placement(of: inner))
    #expect(plan.placement(of: same).pixelStride == 10)
    #expect(plan.placement(of: same).shape.channels == 2)

    let input = (0..<Self.shape.count).map { Float($0) }
    let expected = (0..<12).flatMap { pixel in input[pixel * 10 + 5..<pixel * 10 + 7] }
    #expect(try network.output(ofLayer: 3, input: input) == expected)
  }

  /// A buffer lives as long as anybody looks at it, through views too.
  @Test func readersOfViewsKeepTheBufferAlive() throws {
    var network = Network(inputShape: Self.shape)
    let base = network.addLayer(.activation(.relu), inputs: [.input], outputShape: Self.shape)
    let slice = network.addLayer(
      .channelSlice(0..<5), inputs: [base],
      outputShape: FeatureShape(height: 3, width: 4, channels: 5))
    var last = base
    for _ in 0..<4 {
      last = network.addLayer(
        .activation(.leaky(slope: 0.5)), inputs: [last], outputShape: Self.shape)
    }
    let joined = FeatureShape(height: 3, width: 4, channels: 15)
    network.addLayer(.concatenation, inputs: [last, slice], outputShape: joined)
    var generator = SeededGenerator(seed: 2)
    let input = generator.floats(Self.shape.count, in: -1...1)
    let positive = input.map { max($0, 0) }
    var expected: [Float] = []
    for pixel in 0..<12 {
      expected += positive[pixel * 10..<pixel * 10 + 10]
      expected += positive[pixel * 10..<pixel * 10 + 5]
    }
    #expect(try network.output(ofLayer: 6, input: input) == expected)
  }

  /// What is asked for lies apart from everything that is written later.
  @Test func keptLayersLieApart() throws {
    var network = Network(inputShape: Self.shape)
    var last = Network.Source.input
    for _ in 0..<8 {
      last = network.addLayer(.activation(.relu), inputs: [last], outputShape: Self.shape)
    }
    let loose = try MemoryLayoutPlan(network, lasting: network.heads.map(\.source))
    let kept = try MemoryLayoutPlan(
      network, lasting: [1, 2, 3].map { network.layers[$0].output })
    #expect(loose.count == 2 * 128)
    #expect(kept.count > loose.count)
    for layer in [1, 2, 3] {
      for later in (layer + 1)..<8 {
        #expect(
          kept.placement(of: .node(layer)).offset != kept.placement(of: .node(later)).offset)
      }
    }
  }

  @Test func tooLargeNetworksAreRefused() {
    let shape = FeatureShape(height: 1 << 15, width: 1 << 15, channels: 3)
    let network = Network(.activation(.relu), inputShape: shape, outputShape: shape)
    let bytes = 2 * shape.count * 4
    let error = #expect(throws: ExecutionError.self) { try ExecutionPlan(network) }
    #expect(error == .tooLarge(bytes: bytes, limit: ExecutionPlan.countLimit * 4))
    #expect(error?.description.contains("\(bytes >> 20) MiB") ?? false)
  }
}
