import TensorKernels
import Testing

@Suite struct WindowGeometryTests {
  /// Against the definition: position `k` lies inside when `start + k * dilation` does.
  @Test(arguments: 1...4, 1...6) func insideIsTheDefinition(dilation: Int, kernel: Int) {
    let window = WindowGeometry(kernelHeight: kernel, kernelWidth: kernel, dilation: dilation)
    for extent in 1...7 {
      for start in -30...12 {
        let inside = (0..<kernel).filter { (0..<extent).contains(start + $0 * dilation) }
        let (first, end) = window.inside(from: start, extent: extent, kernel: kernel)
        #expect(
          Array(first..<end) == inside,
          "start \(start), extent \(extent), kernel \(kernel), dilation \(dilation)")
      }
    }
  }

  @Test func emptyRangesAreZero() {
    let window = WindowGeometry(kernelHeight: 3, kernelWidth: 3)
    #expect(window.inside(from: 5, extent: 5, kernel: 3) == (0, 0))
    #expect(window.inside(from: -3, extent: 5, kernel: 3) == (0, 0))
    #expect(window.inside(from: -2, extent: 5, kernel: 3) == (2, 3))
  }

  @Test func pointwiseMeansOnePixelThatVisitsAll() {
    #expect(WindowGeometry(kernelHeight: 1, kernelWidth: 1).isPointwise)
    #expect(!WindowGeometry(kernelHeight: 1, kernelWidth: 1, strideX: 2).isPointwise)
    #expect(!WindowGeometry(kernelHeight: 1, kernelWidth: 1, strideY: 2).isPointwise)
    #expect(!WindowGeometry(kernelHeight: 1, kernelWidth: 1, paddingTop: 1).isPointwise)
    #expect(!WindowGeometry(kernelHeight: 1, kernelWidth: 1, paddingLeft: 1).isPointwise)
    #expect(!WindowGeometry(kernelHeight: 3, kernelWidth: 1).isPointwise)
    #expect(WindowGeometry(kernelHeight: 3, kernelWidth: 2).area == 6)
  }
}
