import VisionTypes

/// What the decoders of all formats share: the name for errors, the limits and the last steps.
struct DecodingContext {
  var file: String
  var kind: FileKind
  var options: StillImageReadOptions

  /// Checks a claimed size against the limit and the memory there is.
  ///
  /// - Returns: The bytes that the decoded pixels take.
  func byteCount(width: Int, height: Int, channels: Int) throws(MediaError) -> Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= options.maximumPixels else {
      throw .tooManyPixels(
        file: file, width: width, height: height, limit: options.maximumPixels)
    }
    let (bytes, overflow2) = pixels.multipliedReportingOverflow(by: channels)
    guard !overflow2, SystemMemory.canAllocate(bytes) else {
      throw .outOfMemory(file: file, width: width, height: height)
    }
    return bytes
  }

  /// Wraps decoded pixels and turns them upright.
  func picture(
    width: Int, height: Int, channels: Int, pixels: [UInt8], exif: UnsafeBufferPointer<UInt8>
  ) throws(MediaError) -> PixelImage {
    let image: PixelImage
    do {
      image = try PixelImage(
        width: width, height: height, format: channels == 1 ? .gray : .rgb, bytes: pixels)
    } catch {
      throw .corrupt(file: file, kind: kind, offset: 0, reason: error.description)
    }
    guard options.appliesOrientation else { return image }
    return image.oriented(EXIFOrientation.find(in: exif) ?? .up)
  }
}
