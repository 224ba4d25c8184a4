import TensorKernels
import TestSupport

/// A map of random numbers inside a wider block.
///
/// The block holds marked NaNs wherever the map is not: before it, behind it and between its
/// pixels. A kernel that reads one of them spoils its result, one that writes there is found out by
/// ``strayWrites``.
struct TestMap {
  let map: FeatureMap
  private let storage: FloatStorage
  private let offset: Int
  private let inside: [Bool]

  private static let mark = Float(bitPattern: 0x7fc0_5a5a)

  /// Makes a map.
  ///
  /// - Parameters:
  ///   - height: Rows.
  ///   - width: Columns.
  ///   - channels: Numbers for each pixel.
  ///   - gap: Floats between neighbouring pixels that do not belong to the map.
  ///   - range: Of its numbers.
  ///   - generator: Where they come from.
  init(
    height: Int, width: Int, channels: Int, gap: Int, in range: ClosedRange<Float> = -2...2,
    using generator: inout SeededGenerator
  ) {
    let stride = channels + gap
    offset = generator.int(0...9)
    let end = offset + (height * width - 1) * stride + channels
    storage = FloatStorage(zeros: end + 9)
    var inside = [Bool](repeating: false, count: storage.count)
    for i in 0..<storage.count { storage.base[i] = Self.mark }
    for pixel in 0..<height * width {
      for channel in 0..<channels {
        let place = offset + pixel * stride + channel
        inside[place] = true
        storage.base[place] = Float.random(in: range, using: &generator)
      }
    }
    self.inside = inside
    map = FeatureMap(
      storage, offset: offset, height: height, width: width, channels: channels,
      pixelStride: stride)
  }

  /// The numbers, `[height, width, channels]`, without the gaps.
  var values: [Float] {
    inside.indices.filter { inside[$0] }.map { storage.base[$0] }
  }

  /// Floats outside of the map that are no longer what they were.
  var strayWrites: Int {
    inside.indices.count {
      !inside[$0] && storage.base[$0].bitPattern != Self.mark.bitPattern
    }
  }

  /// The largest difference from a reference, as a part of its largest absolute value or of 1,
  /// whichever is more; infinite where a number is not finite.
  func deviation(from reference: (_ row: Int, _ column: Int, _ channel: Int) -> Double) -> Double {
    var (largest, scale) = (0.0, 1.0)
    for row in 0..<map.height {
      for column in 0..<map.width {
        for channel in 0..<map.channels {
          let expected = reference(row, column, channel)
          let difference = abs(Double(map.pixel(row, column)[channel]) - expected)
          guard difference.isFinite else { return .infinity }
          largest = max(largest, difference)
          scale = max(scale, abs(expected))
        }
      }
    }
    return largest / scale
  }
}

/// A copy of a map's numbers, to compare with after a kernel has changed the map in place.
struct MapCopy {
  private let numbers: [Float]
  private let width: Int
  private let channels: Int

  init(_ map: TestMap) {
    numbers = map.values
    (width, channels) = (map.map.width, map.map.channels)
  }

  subscript(_ row: Int, _ column: Int, _ channel: Int) -> Double {
    Double(numbers[(row * width + column) * channels + channel])
  }
}

/// Room for numbers that a kernel reads through a pointer.
func storage(
  _ count: Int, in range: ClosedRange<Float> = -1...1, using generator: inout SeededGenerator
) -> FloatStorage {
  FloatStorage(generator.floats(count, in: range))
}
