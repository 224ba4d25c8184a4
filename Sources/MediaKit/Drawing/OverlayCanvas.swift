import CPango
import VisionTypes

/// A picture in cairo's memory layout, with cairo's drawing state.
struct OverlayCanvas {
  /// Cairo's longest side, in pixels.
  static let longestSide = 32_767

  /// Copies the picture into cairo's layout, lets the body draw, and copies it back as RGB.
  ///
  /// - Throws: ``MediaError`` when the picture is too large or drawing fails.
  static func draw(
    on image: PixelImage, _ body: (OpaquePointer) throws(MediaError) -> Void
  ) throws(MediaError) -> PixelImage {
    let (width, height) = (image.width, image.height)
    guard max(width, height) <= longestSide else {
      throw .sideTooLong(width: width, height: height, limit: longestSide, of: "cairo")
    }
    guard SystemMemory.canAllocate(width * height * 4) else {
      throw .outOfMemory(file: "picture to draw on", width: width, height: height)
    }
    var pixels = cairoPixels(of: image)
    try pixels.withUnsafeMutableBufferPointer { buffer throws(MediaError) in
      let bytes = UnsafeMutableRawBufferPointer(buffer).bindMemory(to: UInt8.self)
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      try check(cairo_surface_status(surface))
      guard let cairo = cairo_create(surface) else {
        throw .cannotDraw(reason: "cairo has no memory")
      }
      defer { cairo_destroy(cairo) }
      try check(cairo_status(cairo))
      try body(cairo)
      try check(cairo_status(cairo))
      cairo_surface_flush(surface)
      try check(cairo_surface_status(surface))
    }
    return try picture(of: pixels, width: width, height: height)
  }

  private static func check(_ status: cairo_status_t) throws(MediaError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .cannotDraw(reason: String(cString: cairo_status_to_string(status)))
  }

  /// Pixels as cairo's `RGB24` has them: `0x00RRGGBB` in the machine's byte order.
  private static func cairoPixels(of image: PixelImage) -> [UInt32] {
    let step = image.format.bytesPerPixel
    let offsets = image.format.redGreenBlueOffsets
    return [UInt32](unsafeUninitializedCapacity: image.width * image.height) { target, count in
      image.bytes.withUnsafeBufferPointer { source in
        for y in 0..<image.height {
          var from = y * image.rowStride
          for to in y * image.width..<(y + 1) * image.width {
            let red = UInt32(source[from + offsets.red])
            let green = UInt32(source[from + offsets.green])
            let blue = UInt32(source[from + offsets.blue])
            target.initializeElement(at: to, to: red << 16 | green << 8 | blue)
            from += step
          }
        }
      }
      count = image.width * image.height
    }
  }

  private static func picture(
    of pixels: [UInt32], width: Int, height: Int
  ) throws(MediaError) -> PixelImage {
    let bytes = [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { target, count in
      var to = 0
      for pixel in pixels {
        target.initializeElement(at: to, to: UInt8(truncatingIfNeeded: pixel >> 16))
        target.initializeElement(at: to + 1, to: UInt8(truncatingIfNeeded: pixel >> 8))
        target.initializeElement(at: to + 2, to: UInt8(truncatingIfNeeded: pixel))
        to += 3
      }
      count = to
    }
    do {
      return try PixelImage(width: width, height: height, format: .rgb, bytes: bytes)
    } catch {
      throw .cannotDraw(reason: error.description)
    }
  }
}
