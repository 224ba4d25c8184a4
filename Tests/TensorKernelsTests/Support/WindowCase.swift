import TensorKernels
import TestSupport

/// A random window that slides over a random map.
struct WindowCase: CustomStringConvertible {
  let height: Int
  let width: Int
  let channels: Int
  let window: WindowGeometry
  let outputHeight: Int
  let outputWidth: Int

  /// Makes a case in which the output has at least one pixel.
  ///
  /// Paddings go up to twice the window, so some windows lie wholly outside the map.
  init(largestDilation: Int, using generator: inout SeededGenerator) {
    height = generator.one(of: [1, 2, 3, 5, 8, 11])
    width = generator.one(of: [1, 2, 4, 7, 9, 13])
    channels = generator.int(1...19)
    let (kernelHeight, kernelWidth) = (generator.int(1...5), generator.int(1...5))
    let dilation = generator.int(1...largestDilation)
    window = WindowGeometry(
      kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideY: generator.int(1...3),
      strideX: generator.int(1...3), dilation: dilation,
      paddingTop: generator.int(0...2 * kernelHeight * dilation),
      paddingLeft: generator.int(0...2 * kernelWidth * dilation))
    outputHeight = generator.int(1...7)
    outputWidth = generator.int(1...7)
  }

  var description: String {
    "\(height)x\(width)x\(channels) to \(outputHeight)x\(outputWidth), \(window)"
  }

  /// The numbers of a channel that lie under the window of an output pixel, with their positions in
  /// the window; those outside of the map are left out.
  func cells(
    _ row: Int, _ column: Int, _ channel: Int, of map: FeatureMap
  ) -> [(position: Int, value: Double)] {
    var found: [(Int, Double)] = []
    for ky in 0..<window.kernelHeight {
      for kx in 0..<window.kernelWidth {
        let y = row * window.strideY - window.paddingTop + ky * window.dilation
        let x = column * window.strideX - window.paddingLeft + kx * window.dilation
        guard (0..<height).contains(y), (0..<width).contains(x) else { continue }
        found.append((ky * window.kernelWidth + kx, Double(map.pixel(y, x)[channel])))
      }
    }
    return found
  }
}
