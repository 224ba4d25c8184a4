import TensorKernels
import TestSupport
import Testing

@Suite struct PoolingTests {
  /// At most 25 numbers up to 2 are added up.
  static let meanTolerance = 1e-6

  private struct Case {
    let test: WindowCase
    let input: TestMap
    let output: TestMap
    let before: MapCopy
    let rows: Range<Int>

    init(_ generator: inout SeededGenerator) {
      test = WindowCase(largestDilation: 1, using: &generator)
      input = TestMap(
        height: test.height, width: test.width, channels: test.channels,
        gap: generator.one(of: [0, 2]), using: &generator)
      output = TestMap(
        height: test.outputHeight, width: test.outputWidth, channels: test.channels,
        gap: generator.one(of: [0, 3]), using: &generator)
      before = MapCopy(output)
      let first = generator.int(0...test.outputHeight - 1)
      rows = first..<generator.int(first + 1...test.outputHeight)
    }
  }

  @Test(arguments: UInt64(1)...80) func maximumIsTheLargest(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let c = Case(&generator)
    maximumPool(c.input.map, window: c.test.window, output: c.output.map, rows: c.rows)
    let lowest = -Double(Float.greatestFiniteMagnitude)
    // Numbers are copied, so they are the same to the last bit.
    for row in 0..<c.test.outputHeight {
      for column in 0..<c.test.outputWidth {
        for channel in 0..<c.test.channels {
          let cells = c.test.cells(row, column, channel, of: c.input.map).map(\.value)
          let expected =
            c.rows.contains(row) ? cells.max() ?? lowest : c.before[row, column, channel]
          #expect(
            Double(c.output.map.pixel(row, column)[channel]) == expected,
            "seed \(seed), \(row), \(column), \(channel): \(c.test)")
        }
      }
    }
    #expect(c.output.strayWrites == 0, "seed \(seed): \(c.test)")
  }

  @Test(arguments: UInt64(1)...80) func averageIsTheMeanOfWhatLiesInside(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let c = Case(&generator)
    averagePool(c.input.map, window: c.test.window, output: c.output.map, rows: c.rows)
    let deviation = c.output.deviation { row, column, channel in
      guard c.rows.contains(row) else { return c.before[row, column, channel] }
      let cells = c.test.cells(row, column, channel, of: c.input.map).map(\.value)
      return cells.isEmpty ? 0 : cells.reduce(0, +) / Double(cells.count)
    }
    #expect(deviation <= Self.meanTolerance, "seed \(seed): \(c.test)")
    #expect(c.output.strayWrites == 0, "seed \(seed): \(c.test)")
  }

  /// Sums are kept in `Double`, so only the final rounding to `Float` is left.
  @Test(arguments: UInt64(1)...40) func globalAverageIsTheMean(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...40), generator.int(1...40))
    let channels = generator.int(1...19)
    let input = TestMap(
      height: height, width: width, channels: channels, gap: generator.int(0...4),
      in: 1000...1002, using: &generator)
    let output = TestMap(height: 1, width: 1, channels: channels, gap: 0, using: &generator)
    globalAveragePool(input.map, output: output.map)
    let deviation = output.deviation { _, _, channel in
      var sum = 0.0
      for row in 0..<height {
        for column in 0..<width { sum += Double(input.map.pixel(row, column)[channel]) }
      }
      return sum / Double(height * width)
    }
    #expect(deviation <= 6.0e-8, "seed \(seed): \(height)x\(width)x\(channels)")
    #expect(output.strayWrites == 0, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...40) func channelMaximumIsOverEveryNthChannel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...5), generator.int(1...5))
    let outputs = generator.int(1...6)
    let channels = outputs * generator.int(1...5)
    let input = TestMap(
      height: height, width: width, channels: channels, gap: generator.int(0...3),
      using: &generator)
    let output = TestMap(
      height: height, width: width, channels: outputs, gap: generator.int(0...3),
      using: &generator)
    channelMaximumPool(input.map, output: output.map, pixels: 0..<height * width)
    let deviation = output.deviation { row, column, group in
      stride(from: group, to: channels, by: outputs)
        .map { Double(input.map.pixel(row, column)[$0]) }.max() ?? .nan
    }
    #expect(deviation == 0, "seed \(seed): \(height)x\(width)x\(channels) to \(outputs)")
    #expect(output.strayWrites == 0, "seed \(seed)")
  }

  /// As the kernel says: a NaN is skipped unless nothing else is there to be larger.
  @Test(arguments: [1, 9]) func maximumSkipsNaN(channels: Int) {
    let storage = FloatStorage(
      [Float](repeating: .nan, count: channels) + Array(repeating: -3, count: channels))
    let input = FeatureMap(storage, offset: 0, height: 1, width: 2, channels: channels)
    let result = FloatStorage(zeros: channels)
    maximumPool(
      input, window: WindowGeometry(kernelHeight: 1, kernelWidth: 2),
      output: FeatureMap(result, offset: 0, height: 1, width: 1, channels: channels), rows: 0..<1)
    #expect(result.array(0..<channels).allSatisfy { $0 == -3 })
  }
}
