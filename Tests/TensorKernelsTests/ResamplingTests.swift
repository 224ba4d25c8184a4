import TensorKernels
import TestSupport
import Testing

@Suite struct ResamplingTests {
  @Test(arguments: UInt64(1)...40) func upsampleRepeatsPixels(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width) = (generator.int(1...4), generator.int(1...4))
    let (channels, factor) = (generator.int(1...19), generator.int(1...4))
    let scale = generator.one(of: [Float(1), 0.5, -3])
    let input = TestMap(
      height: height, width: width, channels: channels, gap: generator.one(of: [0, 3]),
      using: &generator)
    let output = TestMap(
      height: height * factor, width: width * factor, channels: channels,
      gap: generator.one(of: [0, 2]), using: &generator)
    let before = MapCopy(output)
    let first = generator.int(0...height * factor - 1)
    let rows = first..<generator.int(first + 1...height * factor)
    upsampleNearest(input.map, factor: factor, scale: scale, output: output.map, rows: rows)
    let deviation = output.deviation { row, column, channel in
      rows.contains(row)
        ? Double(input.map.pixel(row / factor, column / factor)[channel] * scale)
        : before[row, column, channel]
    }
    #expect(deviation == 0, "seed \(seed): \(height)x\(width)x\(channels) times \(factor)")
    #expect(output.strayWrites == 0, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...20) func gatherPicksByIndex(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (height, width, channels) = (
      generator.int(1...6), generator.int(1...6), generator.int(1...19)
    )
    let input = TestMap(
      height: height, width: width, channels: channels, gap: 0, using: &generator)
    let output = TestMap(
      height: height, width: width, channels: channels, gap: 0, using: &generator)
    let (source, before) = (input.values, output.values)
    let indices = source.indices.map { _ in Int32(generator.int(0...source.count - 1)) }
    let first = generator.int(0...source.count - 1)
    let range = first..<generator.int(first...source.count)
    indices.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      gather(input.map, indices: base, output: output.map, range: range)
    }
    let expected = source.indices.map {
      range.contains($0) ? source[Int(indices[$0])] : before[$0]
    }
    #expect(output.values == expected, "seed \(seed)")
    #expect(output.strayWrites == 0, "seed \(seed)")
  }

  /// Sixteen partial sums: the error is far below the sum of the absolute products times 2^-20.
  @Test(arguments: Array(0...40) + [127, 1000, 4099]) func dotProductIsTheSum(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let (a, b) = (storage(count, using: &generator), storage(count, using: &generator))
    let products = (0..<count).map { Double(a.base[$0]) * Double(b.base[$0]) }
    let room = products.reduce(0) { $0 + abs($1) } * 1e-6
    let found = Double(dotProduct(a.base, b.base, count: count))
    #expect(abs(found - products.reduce(0, +)) <= room, "\(count) numbers: \(found)")
  }

  /// Against `resize_image`'s rule in `Double`, row ranges, strides and neighbours included.
  ///
  /// Darknet's positions are in `Float`, up to 1e-5 of a pixel off for these sizes, and neighbouring
  /// samples may be 1 apart.
  @Test(arguments: UInt64(1)...60) func darknetResizeIsBilinear(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (generator.int(1...23), generator.int(1...23))
    let (toWidth, toHeight) = (generator.int(1...30), generator.int(1...30))
    let channels = generator.one(of: [1, 3])
    let (pixels, order) = generator.one(
      of: [
        (PackedPixels.gray, [0, 0, 0]), (.rgb, [0, 1, 2]), (.bgr, [2, 1, 0]), (.rgbx, [0, 1, 2]),
        (.bgrx, [2, 1, 0]),
      ])
    let (pixelStride, padding) = (pixels.byteCount, generator.int(0...5))
    let rowStride = width * pixelStride + padding
    let bytes = (0..<rowStride * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
    // The picture goes into a part of a wider map.
    let (left, right) = (generator.int(0...2), generator.int(0...2))
    let outputStride = (left + toWidth + right) * channels
    let output = FloatStorage([Float](repeating: -5, count: outputStride * toHeight + 4))
    let map = FeatureMap(
      output, offset: 0, height: toHeight, width: left + toWidth + right, channels: channels)
    let first = generator.int(0...toHeight - 1)
    let rows = first..<generator.int(first + 1...toHeight)
    let resize = DarknetResize(
      width: width, height: height, form: .packed(pixels), toWidth: toWidth, toHeight: toHeight)
    let scratch = FloatStorage(zeros: 2 * resize.scratchCount)
    let target = ResizeTarget(
      map: map, top: 0, left: left, scratch: scratch, piece: 1, count: resize.scratchCount)
    bytes.withUnsafeBufferPointer { bytes in
      let plane = SourcePlane(bytes, offset: 0, rowStride: rowStride)
      let picture = SourcePicture(
        width: width, height: height, form: .packed(pixels), planes: (plane, nil, nil))
      resize.resize(picture, into: target, rows: rows, kernels: .baseline)
    }

    let sample = { (row: Int, column: Int, channel: Int) -> Double in
      let start = row * rowStride + column * pixelStride
      let color = order.map { Double(bytes[start + $0]) / 255 }
      return channels == 3
        ? color[channel]
        : Set(order).count == 1
          ? color[0] : 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
    }
    var stray = 0
    for place in 0..<output.count {
      let row = place / outputStride
      let rest = place % outputStride - left * channels
      guard rows.contains(row), (0..<toWidth * channels).contains(rest) else {
        stray += output.base[place] == -5 ? 0 : 1
        continue
      }
      let (column, channel) = rest.quotientAndRemainder(dividingBy: channels)
      let (y, x) = (Self.position(row, height, toHeight), Self.position(column, width, toWidth))
      let expected = [(0, 0), (0, 1), (1, 0), (1, 1)].reduce(0.0) { sum, corner in
        let weight =
          (corner.0 == 0 ? 1 - y.weight : y.weight) * (corner.1 == 0 ? 1 - x.weight : x.weight)
        let (r, c) = (min(y.index + corner.0, height - 1), min(x.index + corner.1, width - 1))
        return sum + weight * sample(r, c, channel)
      }
      #expect(
        abs(Double(output.base[place]) - expected) <= 2e-5,
        "seed \(seed): \(width)x\(height) to \(toWidth)x\(toHeight), row \(row), column \(column)")
    }
    #expect(stray == 0, "seed \(seed) writes outside of its rows")
  }

  private static func position(_ place: Int, _ size: Int, _ toSize: Int) -> (
    index: Int, weight: Double
  ) {
    guard toSize > 1 else { return (size - 1, 0) }
    let position = Double(place) * Double(size - 1) / Double(toSize - 1)
    return (Int(position), position - position.rounded(.down))
  }
}
