import Glibc
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
    guard !overflow2, Self.canAllocate(bytes) else {
      throw .outOfMemory(file: file, width: width, height: height)
    }
    return bytes
  }

  /// An array that cannot be allocated ends the process, so a large one is tried first.
  private static func canAllocate(_ bytes: Int) -> Bool {
    guard bytes > 1 << 26 else { return true }
    let trial = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard trial != MAP_FAILED else { return false }
    munmap(trial, bytes)
    return true
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
