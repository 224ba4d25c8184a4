extension PixelImage {
  /// The upright picture of one stored with the given orientation, as a viewer shows it.
  ///
  /// - Parameter orientation: How this picture is stored.
  /// - Returns: The picture with rows that follow each other without a gap, in the same format;
  ///   its width and height are exchanged for the orientations 5…8. A picture that is upright
  ///   already comes back as it is.
  /// - Complexity: O(*n*) in the number of pixels.
  public func oriented(_ orientation: ImageOrientation) -> PixelImage {
    guard orientation != .up else { return self }
    let steps = SourceSteps(orientation, image: self)
    let upright = orientation.swapsSides ? (height, width) : (width, height)
    let pixels = [UInt8](
      unsafeUninitializedCapacity: width * height * format.bytesPerPixel
    ) { target, count in
      bytes.withUnsafeBufferPointer { source in
        switch format.bytesPerPixel {
        case 1: copyPixels(from: source, to: target, size: upright, steps: steps, channels: 1)
        case 3: copyPixels(from: source, to: target, size: upright, steps: steps, channels: 3)
        default: copyPixels(from: source, to: target, size: upright, steps: steps, channels: 4)
        }
      }
      count = target.count
    }
    return PixelImage(tightWidth: upright.0, height: upright.1, format: format, pixels: pixels)
  }

  /// Wraps pixels whose count is known to fit.
  private init(tightWidth: Int, height: Int, format: PixelFormat, pixels: [UInt8]) {
    self.width = tightWidth
    self.height = height
    self.format = format
    self.rowStride = tightWidth * format.bytesPerPixel
    self.bytes = pixels
  }
}

/// Where in the stored bytes an upright pixel lies: `origin + x * right + y * down`.
private struct SourceSteps {
  var origin: Int
  var right: Int
  var down: Int

  init(_ orientation: ImageOrientation, image: PixelImage) {
    let column = image.format.bytesPerPixel
    let row = image.rowStride
    let lastColumn = (image.width - 1) * column
    let lastRow = (image.height - 1) * row
    (origin, right, down) =
      switch orientation {
      case .up: (0, column, row)
      case .upMirrored: (lastColumn, -column, row)
      case .down: (lastRow + lastColumn, -column, -row)
      case .downMirrored: (lastRow, column, -row)
      case .leftMirrored: (0, row, column)
      case .right: (lastRow, -row, column)
      case .rightMirrored: (lastRow + lastColumn, -row, -column)
      case .left: (lastColumn, row, -column)
      }
  }
}

/// Copies pixels tile by tile, so that turned pictures use each cache line they fetch.
///
/// Inlined once per channel count, which makes the inner copy a few moves.
@inline(__always)
private func copyPixels(
  from source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>,
  size: (width: Int, height: Int), steps: SourceSteps, channels: Int
) {
  let tile = 32
  for top in stride(from: 0, to: size.height, by: tile) {
    for left in stride(from: 0, to: size.width, by: tile) {
      let right = min(left + tile, size.width)
      for y in top..<min(top + tile, size.height) {
        var from = steps.origin + left * steps.right + y * steps.down
        var to = (y * size.width + left) * channels
        for _ in left..<right {
          for channel in 0..<channels {
            target.initializeElement(at: to + channel, to: source[from + channel])
          }
          from += steps.right
          to += channels
        }
      }
    }
  }
}
