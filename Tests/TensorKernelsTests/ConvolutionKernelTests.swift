import TensorKernels
import TestSupport
import Testing

@Suite struct ConvolutionKernelTests {
  /// Up to 25 products of numbers up to 2: the sum is off by a few of its last places.
  static let sumTolerance = 2e-6

  @Test(arguments: UInt64(1)...80) func columnsAreTheWindows(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let test = WindowCase(largestDilation: 3, using: &generator)
    let input = TestMap(
      height: test.height, width: test.width, channels: test.channels,
      gap: generator.one(of: [0, 0, 1, 5]), using: &generator)
    let pixels = test.outputHeight * test.outputWidth
    let first = generator.int(0...pixels - 1)
    let range = first..<generator.int(first...pixels)
    let rowLength = test.window.area * test.channels
    // Room for all rows and some marked floats behind them; the kernel is given NaNs to overwrite.
    let room = FloatStorage([Float](repeating: .nan, count: pixels * rowLength + 8))
    imageToColumns(
      input.map, window: test.window, outputWidth: test.outputWidth, pixels: range,
      into: room.base)
    for (place, pixel) in range.enumerated() {
      let (row, column) = pixel.quotientAndRemainder(dividingBy: test.outputWidth)
      var expected = [Float](repeating: 0, count: rowLength)
      for channel in 0..<test.channels {
        for cell in test.cells(row, column, channel, of: input.map) {
          expected[cell.position * test.channels + channel] = Float(cell.value)
        }
      }
      #expect(
        room.array(place * rowLength..<(place + 1) * rowLength) == expected,
        "seed \(seed), pixel \(pixel): \(test)")
    }
    let behind = room.array(range.count * rowLength..<room.count)
    #expect(behind.allSatisfy { $0.isNaN }, "seed \(seed) writes too far: \(test)")
  }

  @Test(arguments: UInt64(1)...80) func depthwiseIsTheWeightedSum(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let test = WindowCase(largestDilation: 3, using: &generator)
    let input = TestMap(
      height: test.height, width: test.width, channels: test.channels,
      gap: generator.one(of: [0, 3]), using: &generator)
    let output = TestMap(
      height: test.outputHeight, width: test.outputWidth, channels: test.channels,
      gap: generator.one(of: [0, 1, 7]), using: &generator)
    let before = MapCopy(output)
    let weights = storage(test.window.area * test.channels, using: &generator)
    let bias = storage(test.channels, using: &generator)
    let firstRow = generator.int(0...test.outputHeight - 1)
    let rows = firstRow..<generator.int(firstRow + 1...test.outputHeight)
    depthwiseConvolution(
      input.map, weights: weights.base, bias: bias.base, window: test.window, output: output.map,
      rows: rows)
    let deviation = output.deviation { row, column, channel in
      guard rows.contains(row) else { return before[row, column, channel] }
      return test.cells(row, column, channel, of: input.map).reduce(Double(bias.base[channel])) {
        $0 + $1.value * Double(weights.base[$1.position * test.channels + channel])
      }
    }
    #expect(deviation <= Self.sumTolerance, "seed \(seed): \(test), rows \(rows)")
    #expect(output.strayWrites == 0, "seed \(seed): \(test)")
  }

  @Test(arguments: 0...40) func copyFloatsCopiesJustThose(count: Int) {
    let source = FloatStorage((0..<50).map { Float($0) })
    let target = FloatStorage([Float](repeating: -1, count: 50))
    copyFloats(source.base, to: target.base, count: count)
    #expect(target.array(0..<count) == source.array(0..<count))
    #expect(target.array(count..<50).allSatisfy { $0 == -1 })
  }
}
