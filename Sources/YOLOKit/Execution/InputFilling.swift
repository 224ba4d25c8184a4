import TensorKernels

extension Placement {
  /// Fills the network's input, which lies here, with a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - letterbox: How it lies in the input.
  ///   - conventions: How it is resized, and the grey around it.
  ///   - workspace: The memory.
  ///   - pool: The threads.
  func fill(
    with image: PixelImage, letterbox: Letterbox, conventions: InputConventions,
    in workspace: Workspace, on pool: WorkerPool
  ) {
    let map = map(in: workspace)
    let isWhole = letterbox.placedWidth == map.width && letterbox.placedHeight == map.height
    if !isWhole { map.base.update(repeating: conventions.fill, count: shape.count) }
    let offsets = image.format.redGreenBlueOffsets
    let layout = PixelLayout(
      rowStride: image.rowStride, pixelStride: image.format.bytesPerPixel, red: offsets.red,
      green: offsets.green, blue: offsets.blue)
    let corner = map.pixel(letterbox.top, letterbox.left)
    let size = (
      width: image.width, height: image.height, toWidth: letterbox.placedWidth,
      toHeight: letterbox.placedHeight
    )
    let rowStride = map.width * map.channels
    let cost = letterbox.placedWidth * 24
    switch conventions.resampling {
    case .darknet:
      let resize = DarknetResize(
        width: size.width, height: size.height, toWidth: size.toWidth, toHeight: size.toHeight)
      pool.split(size.toHeight, cost: cost) {
        resize.resize(
          image.bytes, layout: layout, output: corner, channels: map.channels,
          rowStride: rowStride, rows: $0)
      }
    case .openCV:
      let resize = OpenCVResize(
        width: size.width, height: size.height, toWidth: size.toWidth, toHeight: size.toHeight)
      pool.split(size.toHeight, cost: cost) {
        resize.resize(
          image.bytes, layout: layout, output: corner, channels: map.channels,
          rowStride: rowStride, rows: $0)
      }
    }
  }
}
