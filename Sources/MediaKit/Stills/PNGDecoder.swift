import CPNG
import VisionTypes

/// Decodes PNG through libpng, straight into the picture's array.
enum PNGDecoder {
  static func decode(
    _ bytes: [UInt8], _ context: DecodingContext
  ) throws(MediaError) -> PixelImage {
    try bytes.withUnsafeBufferPointer { buffer throws(MediaError) in
      guard let reader = cpng_reader_create(buffer.baseAddress, buffer.count) else {
        throw .outOfMemory(file: context.file, width: 0, height: 0)
      }
      defer { cpng_reader_destroy(reader) }
      return try decode(with: reader, context)
    }
  }

  private static func decode(
    with reader: OpaquePointer, _ context: DecodingContext
  ) throws(MediaError) -> PixelImage {
    var header = cpng_header()
    let found = cpng_reader_header(reader, &header)
    guard found == CPNG_OK else { throw failure(found, of: reader, header, context) }
    let (width, height) = (Int(header.width), Int(header.height))
    let channels = Int(header.channels)
    let needed = try context.byteCount(width: width, height: height, channels: channels)
    var status = CPNG_OK
    let pixels = [UInt8](unsafeUninitializedCapacity: needed) { target, count in
      status = cpng_reader_pixels(
        reader, target.baseAddress, needed, context.options.allowsTruncated)
      count = status == CPNG_OK ? needed : 0
    }
    guard status == CPNG_OK else { throw failure(status, of: reader, header, context) }
    var exifCount = 0
    let exif = cpng_reader_exif(reader, &exifCount)
    return try context.picture(
      width: width, height: height, channels: channels, pixels: pixels,
      exif: UnsafeBufferPointer(start: exif, count: exifCount))
  }

  private static func failure(
    _ status: cpng_status, of reader: OpaquePointer, _ header: cpng_header,
    _ context: DecodingContext
  ) -> MediaError {
    let reason = String(cString: cpng_reader_message(reader))
    let offset = Int(cpng_reader_offset(reader))
    return switch status {
    case CPNG_TRUNCATED:
      .truncated(file: context.file, kind: .png, offset: offset, reason: reason)
    case CPNG_NO_MEMORY:
      .outOfMemory(file: context.file, width: Int(header.width), height: Int(header.height))
    default:
      .corrupt(file: context.file, kind: .png, offset: offset, reason: reason)
    }
  }
}
