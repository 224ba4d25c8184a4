import TensorKernels
import Testing

/// Bytes become the fractions that a division gives, at every place of a row.
@Suite struct ScaleBytesTests {
  @Test(arguments: [1, 7, 8, 9, 256]) func fractionsAreThoseOfADivision(count: Int) {
    let output = FloatStorage(zeros: count + 1)
    for first in 0..<256 {
      let bytes = (0..<count).map { Int16(($0 + first) % 256) }
      output.base[count] = 7
      bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        ResizeKernels.baseline.scale(base, output.base, count)
      }
      #expect((0..<count).allSatisfy { output.base[$0] == Float(bytes[$0]) / 255 }, "\(first)")
      #expect(output.base[count] == 7)
    }
  }
}
