import TensorKernels
import TestSupport
import Testing

@Suite struct JoiningTests {
  /// A product or two and a sum: a few units in the last place of `Float`.
  static let tolerance = 3e-7

  private struct Shape {
    let height: Int
    let width: Int
    let channels: Int
    let pixels: Range<Int>

    init(_ generator: inout SeededGenerator) {
      height = generator.int(1...6)
      width = generator.int(1...6)
      channels = generator.int(1...19)
      let first = generator.int(0...height * width - 1)
      pixels = first..<generator.int(first + 1...height * width)
    }

    func map(gap: Int, channels: Int? = nil, _ generator: inout SeededGenerator) -> TestMap {
      TestMap(
        height: height, width: width, channels: channels ?? self.channels, gap: gap,
        using: &generator)
    }

    func contains(_ row: Int, _ column: Int) -> Bool { pixels.contains(row * width + column) }
  }

  @Test(arguments: UInt64(1)...60) func copyPixelsCopiesJustThose(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let shape = Shape(&generator)
    let input = shape.map(gap: generator.one(of: [0, 4]), &generator)
    let output = shape.map(gap: generator.one(of: [0, 2]), &generator)
    let before = MapCopy(output)
    copyPixels(input.map, output: output.map, pixels: shape.pixels)
    let deviation = output.deviation { row, column, channel in
      shape.contains(row, column)
        ? Double(input.map.pixel(row, column)[channel]) : before[row, column, channel]
    }
    #expect(deviation == 0, "seed \(seed): \(shape)")
    #expect(output.strayWrites == 0, "seed \(seed): \(shape)")
  }

  @Test(arguments: UInt64(1)...60) func channelsAreMultiplied(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let shape = Shape(&generator)
    let input = shape.map(gap: generator.one(of: [0, 4]), &generator)
    let output = shape.map(gap: generator.one(of: [0, 2]), &generator)
    let before = MapCopy(output)
    let factors = storage(shape.channels, using: &generator)
    multiplyChannels(input.map, by: factors.base, output: output.map, pixels: shape.pixels)
    let deviation = output.deviation { row, column, channel in
      shape.contains(row, column)
        ? Double(input.map.pixel(row, column)[channel]) * Double(factors.base[channel])
        : before[row, column, channel]
    }
    #expect(deviation <= Self.tolerance, "seed \(seed): \(shape)")
    #expect(output.strayWrites == 0, "seed \(seed): \(shape)")
  }

  @Test(arguments: UInt64(1)...60) func mapsAreMultiplied(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let shape = Shape(&generator)
    let input = shape.map(gap: generator.one(of: [0, 4]), &generator)
    let factors = shape.map(
      gap: generator.one(of: [0, 3]), channels: generator.one(of: [1, shape.channels]), &generator)
    let output = shape.map(gap: generator.one(of: [0, 2]), &generator)
    let before = MapCopy(output)
    multiplyMaps(input.map, by: factors.map, output: output.map, pixels: shape.pixels)
    let deviation = output.deviation { row, column, channel in
      guard shape.contains(row, column) else { return before[row, column, channel] }
      let factor = factors.map.pixel(row, column)[factors.map.channels == 1 ? 0 : channel]
      return Double(input.map.pixel(row, column)[channel]) * Double(factor)
    }
    #expect(deviation <= Self.tolerance, "seed \(seed): \(shape)")
    #expect(output.strayWrites == 0, "seed \(seed): \(shape)")
  }

  @Test(arguments: UInt64(1)...60, [false, true])
  func scaleAndShiftIsBoth(seed: UInt64, isInPlace: Bool) {
    var generator = SeededGenerator(seed: seed)
    let shape = Shape(&generator)
    let input = shape.map(gap: generator.one(of: [0, 4]), &generator)
    let other = shape.map(gap: generator.one(of: [0, 2]), &generator)
    let output = isInPlace ? input : other
    let (source, before) = (MapCopy(input), MapCopy(output))
    let scale = storage(shape.channels, using: &generator)
    let shift = storage(shape.channels, using: &generator)
    scaleAndShift(
      input.map, scale: scale.base, shift: shift.base, output: output.map, pixels: shape.pixels)
    let deviation = output.deviation { row, column, channel in
      shape.contains(row, column)
        ? source[row, column, channel] * Double(scale.base[channel]) + Double(shift.base[channel])
        : before[row, column, channel]
    }
    #expect(deviation <= Self.tolerance, "seed \(seed): \(shape)")
    #expect(output.strayWrites == 0, "seed \(seed): \(shape)")
  }

  /// Against Darknet's `shortcut_cpu`, written out: `stride` pixels of the larger input, or every
  /// `sample`-th pixel of the larger output, over the smaller of each extent.
  @Test(arguments: UInt64(1)...120) func addScaledIsShortcut(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...5), generator.int(1...5))
    let factor = generator.int(1...3)
    let isInputLarger = generator.int(0...1) == 0
    let input = TestMap(
      height: isInputLarger ? height * factor : height,
      width: isInputLarger ? width * factor : width, channels: generator.int(1...19),
      gap: generator.one(of: [0, 4]), using: &generator)
    let output = TestMap(
      height: isInputLarger ? height : height * factor,
      width: isInputLarger ? width : width * factor, channels: generator.int(1...19),
      gap: generator.one(of: [0, 2]), using: &generator)
    let before = MapCopy(output)
    let channels = min(input.map.channels, output.map.channels)
    let weights = generator.int(0...1) == 0 ? nil : storage(channels, using: &generator)
    let (existing, added) = (
      generator.one(of: [Float(1), 0.5]), generator.one(of: [Float(1), -2])
    )
    let first = generator.int(0...output.map.height - 1)
    let rows = first..<generator.int(first + 1...output.map.height)
    addScaled(
      input.map, weights: weights.map { UnsafePointer($0.base) }, existing: existing, added: added,
      to: output.map, rows: rows)
    let (step, sample) = isInputLarger ? (factor, 1) : (1, factor)
    let deviation = output.deviation { row, column, channel in
      let old = before[row, column, channel]
      guard rows.contains(row), channel < channels, row % sample == 0, column % sample == 0 else {
        return old
      }
      let source = input.map.pixel(row / sample * step, column / sample * step)[channel]
      let weight = weights.map { Double($0.base[channel]) } ?? 1
      return old * Double(existing) + Double(source) * Double(added) * weight
    }
    let what = "seed \(seed): \(input.map) to \(output.map), rows \(rows)"
    #expect(deviation <= Self.tolerance, "\(what)")
    #expect(output.strayWrites == 0, "\(what)")
  }
}
