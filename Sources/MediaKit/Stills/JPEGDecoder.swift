import CJPEG
import VisionTypes

/// Decodes JPEG through libjpeg-turbo, straight into the picture's array.
enum JPEGDecoder {
  static func decode(
    _ bytes: [UInt8], _ context: DecodingContext
  ) throws(MediaError) -> PixelImage {
    try bytes.withUnsafeBufferPointer { buffer throws(MediaError) in
      guard let reader = cjpeg_reader_create(buffer.baseAddress, buffer.count) else {
        throw .outOfMemory(file: context.file, width: 0, height: 0)
      }
      defer { cjpeg_reader_destroy(reader) }
      return try decode(with: reader, context)
    }
  }

  private static func decode(
    with reader: OpaquePointer, _ context: DecodingContext
  ) throws(MediaError) -> PixelImage {
    var header = cjpeg_header()
    let found = cjpeg_reader_header(reader, &header)
    let (width, height) = (Int(header.width), Int(header.height))
    let channels = Int(header.channels)
    guard found == CJPEG_OK else {
      // A size beyond the format's is most of all a matter of the limit.
      if found == CJPEG_TOO_LARGE {
        _ = try context.byteCount(width: width, height: height, channels: 1)
      }
      throw failure(found, of: reader, header, context)
    }
    let needed = try context.byteCount(width: width, height: height, channels: channels)
    var status = CJPEG_OK
    let pixels = [UInt8](unsafeUninitializedCapacity: needed) { target, count in
      status = cjpeg_reader_pixels(
        reader, target.baseAddress, needed, context.options.allowsTruncated)
      count = status == CJPEG_OK ? needed : 0
    }
    guard status == CJPEG_OK else { throw failure(status, of: reader, header, context) }
    return try context.picture(
      width: width, height: height, channels: channels, pixels: pixels,
      exif: UnsafeBufferPointer(start: header.exif, count: header.exif_count))
  }

  private static func failure(
    _ status: cjpeg_status, of reader: OpaquePointer, _ header: cjpeg_header,
    _ context: DecodingContext
  ) -> MediaError {
    let reason = String(cString: cjpeg_reader_message(reader))
    let offset = Int(cjpeg_reader_offset(reader))
    return switch status {
    case CJPEG_TRUNCATED:
      .truncated(file: context.file, kind: .jpeg, offset: offset, reason: reason)
    case CJPEG_UNSUPPORTED:
      .unsupportedFeature(file: context.file, kind: .jpeg, feature: reason)
    case CJPEG_TOO_LARGE:
      .sideTooLong(
        width: Int(header.width), height: Int(header.height), limit: 65_500, of: "libjpeg")
    case CJPEG_NO_MEMORY:
      .outOfMemory(file: context.file, width: Int(header.width), height: Int(header.height))
    default:
      .corrupt(file: context.file, kind: .jpeg, offset: offset, reason: reason)
    }
  }
}
