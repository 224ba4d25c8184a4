import CPNG
import VisionTypes

/// Encodes 8-bit PNG through libpng.
enum PNGEncoder {
  /// PNG's longest side, in pixels.
  private static let longestSide = Int(Int32.max)

  static func encode(_ image: PixelImage) throws(MediaError) -> [UInt8] {
    guard max(image.width, image.height) <= longestSide else {
      throw .sideTooLong(width: image.width, height: image.height, limit: longestSide, of: "PNG")
    }
    let layout =
      switch image.format {
      case .gray: CPNG_GRAY
      case .rgb: CPNG_RGB
      case .bgr: CPNG_BGR
      case .rgba: CPNG_RGBA
      case .bgra: CPNG_BGRA
      }
    var result = cpng_encoded()
    defer { cpng_release(&result) }
    let status = image.bytes.withUnsafeBufferPointer { pixels in
      cpng_encode(
        pixels.baseAddress, UInt32(image.width), UInt32(image.height), image.rowStride, layout,
        &result)
    }
    guard status == CPNG_OK else {
      throw .cannotEncode(reason: String(cString: cpng_encoded_message(&result)))
    }
    return Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
  }
}
