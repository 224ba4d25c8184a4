import CJPEG
import VisionTypes

/// Encodes baseline JPEG through libjpeg-turbo.
enum JPEGEncoder {
  /// libjpeg's longest side, in pixels.
  private static let longestSide = 65_500
  /// From here up the colour planes keep their full resolution: at half resolution thin coloured
  /// lines, such as boxes, get fringes that no quality removes.
  private static let fullChromaQuality = 90

  static func encode(_ image: PixelImage, quality: Int) throws(MediaError) -> [UInt8] {
    guard (1...100).contains(quality) else { throw .invalidQuality(found: quality) }
    guard max(image.width, image.height) <= longestSide else {
      throw .sideTooLong(
        width: image.width, height: image.height, limit: longestSide, of: "JPEG")
    }
    let layout =
      switch image.format {
      case .gray: CJPEG_GRAY
      case .rgb: CJPEG_RGB
      case .bgr: CJPEG_BGR
      case .rgba: CJPEG_RGBX
      case .bgra: CJPEG_BGRX
      }
    var result = cjpeg_encoded()
    defer { cjpeg_release(&result) }
    let status = image.bytes.withUnsafeBufferPointer { pixels in
      cjpeg_encode(
        pixels.baseAddress, UInt32(image.width), UInt32(image.height), image.rowStride, layout,
        Int32(quality), quality >= fullChromaQuality, &result)
    }
    guard status == CJPEG_OK else {
      throw .cannotEncode(reason: String(cString: cjpeg_encoded_message(&result)))
    }
    return Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
  }
}
