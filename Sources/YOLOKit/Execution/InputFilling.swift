import TensorKernels

extension Placement {
  /// Fills the network's input, which lies here, with a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - letterbox: How it lies in the input.
  ///   - workspace: The memory.
  ///   - pool: The threads.
  func fill(
    with image: PixelImage, letterbox: Letterbox, in workspace: Workspace, on pool: WorkerPool
  ) {
    let map = map(in: workspace)
    let isWhole = letterbox.placedWidth == map.width && letterbox.placedHeight == map.height
    if !isWhole { map.base.update(repeating: Letterbox.fill, count: shape.count) }
    let offsets = image.format.redGreenBlueOffsets
    let layout = PixelLayout(
      rowStride: image.rowStride, pixelStride: image.format.bytesPerPixel, red: offsets.red,
      green: offsets.green, blue: offsets.blue)
    let resize = DarknetResize(
      width: image.width, height: image.height, toWidth: letterbox.placedWidth,
      toHeight: letterbox.placedHeight)
    let corner = map.pixel(letterbox.top, letterbox.left)
    pool.split(letterbox.placedHeight, cost: letterbox.placedWidth * 24) { rows in
      resize.resize(
        image.bytes, layout: layout, output: corner, channels: map.channels,
        rowStride: map.width * map.channels, rows: rows)
    }
  }
}
