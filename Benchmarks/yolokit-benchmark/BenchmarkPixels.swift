import YOLOKit

/// How the samples of the picture lie in memory when it is handed to the detector.
enum BenchmarkPixels: String, CaseIterable, Sendable {
  case gray, rgb, bgr, rgba, bgra, nv12, i420

  /// A picture in this layout.
  func buffer(of image: PixelImage) throws(PixelBufferError) -> PixelBuffer {
    if let format = PixelFormat(rawValue: rawValue) {
      if format == image.format { return PixelBuffer(image) }
      return try PixelBuffer(
        width: image.width, height: image.height, layout: .packed(format),
        bytes: Self.packed(image, format))
    }
    let encoding = YCbCrEncoding.bt709Limited
    let layout = self == .nv12 ? PixelLayout.nv12(encoding) : .i420(encoding)
    let (luma, blue, red) = Self.planes(of: image, encoding)
    let chroma = self == .nv12 ? zip(blue, red).flatMap { [$0, $1] } : blue + red
    return try PixelBuffer(
      width: image.width, height: image.height, layout: layout, bytes: luma + chroma)
  }

  /// The same colours in another order; grey is the green.
  private static func packed(_ image: PixelImage, _ format: PixelFormat) -> [UInt8] {
    let offsets = format.redGreenBlueOffsets
    let size = format.bytesPerPixel
    var bytes = [UInt8](repeating: 255, count: image.width * image.height * size)
    for pixel in 0..<image.width * image.height {
      let color = Self.color(image, pixel % image.width, pixel / image.width)
      bytes[pixel * size + offsets.red] = color.red
      bytes[pixel * size + offsets.blue] = color.blue
      bytes[pixel * size + offsets.green] = color.green
    }
    return bytes
  }

  /// Luma of each pixel, and chroma of the upper left one of 2 by 2 pixels.
  private static func planes(
    of image: PixelImage, _ encoding: YCbCrEncoding
  ) -> (luma: [UInt8], blue: [UInt8], red: [UInt8]) {
    var planes: (luma: [UInt8], blue: [UInt8], red: [UInt8]) = ([], [], [])
    for row in 0..<image.height {
      for column in 0..<image.width {
        let color = Self.color(image, column, row)
        let (red, green, blue) = (
          Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255
        )
        let luma =
          encoding.redShare * red + encoding.blueShare * blue
          + (1 - encoding.redShare - encoding.blueShare) * green
        planes.luma.append(
          UInt8(luma * Double(encoding.lumaSteps) + Double(encoding.blackLevel) + 0.5))
        guard row % 2 == 0, column % 2 == 0 else { continue }
        let half = Double(encoding.chromaSteps) / 2
        planes.blue.append(UInt8((blue - luma) / (1 - encoding.blueShare) * half + 128.5))
        planes.red.append(UInt8((red - luma) / (1 - encoding.redShare) * half + 128.5))
      }
    }
    return planes
  }

  private static func color(
    _ image: PixelImage, _ column: Int, _ row: Int
  ) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let start = row * image.rowStride + column * image.format.bytesPerPixel
    let offsets = image.format.redGreenBlueOffsets
    return (
      image.bytes[start + offsets.red], image.bytes[start + offsets.green],
      image.bytes[start + offsets.blue]
    )
  }
}
