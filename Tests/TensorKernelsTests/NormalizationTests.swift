import Foundation
import TensorKernels
import TestSupport
import Testing

@Suite struct NormalizationTests {
  /// `exponential` is good to 2e-7, and up to 40 of its results are added up.
  static let tolerance = 1e-6

  @Test(
    arguments: UInt64(1)...30,
    [ChannelNormalization.positive, .softmax, .softmaxOfDifference, .euclidean])
  func channelsShareASum(seed: UInt64, normalization: ChannelNormalization) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...4), generator.int(1...4))
    let channels = generator.int(1...19)
    let map = TestMap(
      height: height, width: width, channels: channels, gap: generator.one(of: [0, 3]),
      in: -8...8, using: &generator)
    let before = MapCopy(map)
    let first = generator.int(0...height * width - 1)
    let pixels = first..<generator.int(first + 1...height * width)
    normalizeChannels(map.map, normalization, pixels: pixels)
    let deviation = map.deviation { row, column, channel in
      guard pixels.contains(row * width + column) else { return before[row, column, channel] }
      let numbers = (0..<channels).map { before[row, column, $0] }
      let largest = numbers.max() ?? 0
      switch normalization {
      case .positive:
        return max(numbers[channel], 0) / (numbers.reduce(0) { $0 + max($1, 0) } + 0.0001)
      case .softmax:
        return exp(numbers[channel]) / (numbers.reduce(0) { $0 + exp($1) } + 0.0001)
      case .softmaxOfDifference:
        let sum = numbers.reduce(0) { $0 + exp($1 - largest) }
        return exp(numbers[channel] - largest) / (sum + 0.0001)
      case .euclidean:
        return numbers[channel] / numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
      }
    }
    #expect(deviation <= Self.tolerance, "seed \(seed): \(height)x\(width)x\(channels)")
    #expect(map.strayWrites == 0, "seed \(seed): \(height)x\(width)x\(channels)")
  }

  /// The plain form overflows where the one with the difference does not: as in AlexeyAB's program.
  @Test func differenceKeepsLargeNumbersFinite() {
    let storage = FloatStorage([200, 199, 0])
    let map = FeatureMap(storage, offset: 0, height: 1, width: 1, channels: 3)
    normalizeChannels(map, .softmaxOfDifference, pixels: 0..<1)
    let values = storage.array(0..<3)
    #expect(abs(values[0] - 0.7310) < 1e-3 && abs(values[1] - 0.2689) < 1e-3 && values[2] < 1e-30)
  }

  @Test(arguments: UInt64(1)...40) func softmaxIsTheDefinition(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = generator.int(1...40)
    let temperature = generator.one(of: [Float(1), 0.5, 3])
    let numbers = generator.floats(count, in: -20...20)
    let (input, output) = (FloatStorage(numbers), FloatStorage(zeros: count + 1))
    output.base[count] = 7
    softmax(input.base, count: count, temperature: temperature, into: output.base)
    let largest = Double(numbers.max() ?? 0)
    let powers = numbers.map { exp((Double($0) - largest) / Double(temperature)) }
    let sum = powers.reduce(0, +)
    for i in 0..<count {
      #expect(
        abs(Double(output.base[i]) - powers[i] / sum) <= Self.tolerance,
        "seed \(seed), number \(i) of \(count)")
    }
    #expect(output.base[count] == 7, "seed \(seed) writes too far")
    softmax(input.base, count: count, temperature: temperature, into: input.base)
    #expect(input.array(0..<count) == output.array(0..<count), "seed \(seed): in place differs")
  }

  @Test func softmaxOfHugeNumbersIsFinite() {
    let values = FloatStorage([3e38, -3e38, 3e38])
    softmax(values.base, count: 3, temperature: 1, into: values.base)
    #expect(values.array(0..<3) == [0.5, Float(1.1754944e-38) / 2, 0.5] || values.base[1] < 1e-37)
    #expect(values.base[0] == 0.5 && values.base[2] == 0.5)
  }

  /// A NaN spoils all: nothing is made up from it.
  @Test func softmaxWithNaNIsNaN() {
    let values = FloatStorage([1, .nan, 2])
    softmax(values.base, count: 3, temperature: 1, into: values.base)
    #expect(values.array(0..<3).allSatisfy { $0.isNaN })
  }
}
