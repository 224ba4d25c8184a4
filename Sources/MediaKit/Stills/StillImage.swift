import VisionTypes

/// Reads and writes JPEG and PNG pictures.
///
/// What a file is, is decided by its first bytes, never by its name. Samples are 8-bit sRGB as
/// OpenCV and Pillow decode them; colour profiles and gamma are not applied. Grey pictures come
/// as ``PixelFormat/gray``, all others as ``PixelFormat/rgb``:
///
/// - JPEG through libjpeg-turbo: baseline, progressive and arithmetic; CMYK and YCCK are turned
///   into RGB as browsers do, without their colour profile.
/// - PNG through libpng: all colour types and depths, interlaced or not; 16-bit samples are
///   rounded to 8. Alpha and transparent colours are *dropped*, not blended, as OpenCV does: a
///   transparent pixel has the colour that is stored under it.
///
/// The functions share no state and may be called from any thread.
///
/// ```swift
/// let picture = try StillImage.read("street.jpg")
/// try StillImage.write(picture, to: "street.png")
/// ```
public enum StillImage {
  /// Reads a picture from a file.
  ///
  /// - Parameters:
  ///   - path: The file; taken as its UTF-8 bytes, without expansion of `~` or normalisation.
  ///   - options: Orientation, limits and tolerance.
  /// - Returns: The picture, `[height, width, channels]`, upright unless the options say
  ///   otherwise.
  /// - Throws: ``MediaError`` when the file is none, is of another kind, too large or damaged.
  public static func read(
    _ path: String, options: StillImageReadOptions = StillImageReadOptions()
  ) throws(MediaError) -> PixelImage {
    try read(FilePathBytes(path), options: options)
  }

  /// Reads a picture from a file whose path need not be valid UTF-8.
  ///
  /// - Parameters:
  ///   - pathBytes: The path's bytes, without a zero at the end.
  ///   - options: Orientation, limits and tolerance.
  /// - Returns: The picture, `[height, width, channels]`.
  /// - Throws: ``MediaError``, as ``read(_:options:)``.
  public static func read(
    pathBytes: [UInt8], options: StillImageReadOptions = StillImageReadOptions()
  ) throws(MediaError) -> PixelImage {
    try read(FilePathBytes(bytes: pathBytes), options: options)
  }

  /// Reads a picture from the bytes of a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: A whole JPEG or PNG file.
  ///   - name: What errors call it.
  ///   - options: Orientation, limits and tolerance; the file size is not limited.
  /// - Returns: The picture, `[height, width, channels]`.
  /// - Throws: ``MediaError`` when the bytes are of another kind, too large or damaged.
  public static func decode(
    _ bytes: [UInt8], name: String = "picture in memory",
    options: StillImageReadOptions = StillImageReadOptions()
  ) throws(MediaError) -> PixelImage {
    guard !bytes.isEmpty else { throw .emptyFile(file: name) }
    let context = DecodingContext(file: name, kind: FileKind(detecting: bytes), options: options)
    switch context.kind {
    case .jpeg: return try JPEGDecoder.decode(bytes, context)
    case .png: return try PNGDecoder.decode(bytes, context)
    default: throw .unsupportedKind(file: name, kind: context.kind)
    }
  }

  /// Encodes a picture in memory.
  ///
  /// - Parameters:
  ///   - image: A picture in any pixel format; JPEG leaves its alpha out.
  ///   - format: JPEG with a quality, or PNG.
  /// - Returns: The bytes of a file.
  /// - Throws: ``MediaError`` when the picture is too large for the format or the quality is not
  ///   in 1…100.
  public static func encode(
    _ image: PixelImage, as format: StillImageFormat
  ) throws(MediaError) -> [UInt8] {
    switch format {
    case .jpeg(let quality): try JPEGEncoder.encode(image, quality: quality)
    case .png: try PNGEncoder.encode(image)
    }
  }

  /// Writes a picture to a file, in the format that the file's extension names.
  ///
  /// The file is written beside its place under a temporary name and then renamed, so it is
  /// either the old one or the whole new one at any time. A symbolic link of that name is
  /// replaced.
  ///
  /// - Parameters:
  ///   - image: A picture in any pixel format.
  ///   - path: Where; the extension is `jpg`, `jpeg`, `jpe`, `jfif` or `png`.
  ///   - quality: The JPEG quality, 1…100; not used for PNG.
  /// - Throws: ``MediaError`` when the extension is none of these, the picture is too large for
  ///   the format, or the system refuses to write.
  public static func write(
    _ image: PixelImage, to path: String, quality: Int = 92
  ) throws(MediaError) {
    try write(image, to: FilePathBytes(path), quality: quality)
  }

  /// Writes a picture to a file whose path need not be valid UTF-8.
  ///
  /// - Parameters:
  ///   - image: A picture in any pixel format.
  ///   - pathBytes: The path's bytes, without a zero at the end.
  ///   - quality: The JPEG quality, 1…100; not used for PNG.
  /// - Throws: ``MediaError``, as ``write(_:to:quality:)``.
  public static func write(
    _ image: PixelImage, toPathBytes pathBytes: [UInt8], quality: Int = 92
  ) throws(MediaError) {
    try write(image, to: FilePathBytes(bytes: pathBytes), quality: quality)
  }

  private static func read(
    _ path: FilePathBytes, options: StillImageReadOptions
  ) throws(MediaError) -> PixelImage {
    let bytes = try FileReader.read(path, limit: options.maximumFileSize)
    return try decode(bytes, name: path.displayName, options: options)
  }

  private static func write(
    _ image: PixelImage, to path: FilePathBytes, quality: Int
  ) throws(MediaError) {
    let ending = path.lowercasedExtension
    guard let format = StillImageFormat(lowercasedExtension: ending, quality: quality) else {
      throw .unknownExtension(file: path.displayName)
    }
    try FileWriter.write(try encode(image, as: format), to: path)
  }
}
