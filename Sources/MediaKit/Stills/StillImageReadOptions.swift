/// How ``StillImage`` reads a picture.
public struct StillImageReadOptions: Sendable, Equatable {
  /// Whether to turn the picture upright by its EXIF orientation; on by default.
  public var appliesOrientation: Bool
  /// Whether a damaged picture is read as far as it goes; off by default.
  ///
  /// What is lost is filled with grey. A picture of which nothing can be decoded is an error all
  /// the same.
  public var allowsTruncated: Bool
  /// The most pixels, width times height, that a picture may claim; 100 million by default.
  ///
  /// Checked before any memory is taken for the pixels.
  public var maximumPixels: Int
  /// The most bytes that a file may have; 1 GiB by default.
  public var maximumFileSize: Int

  /// Makes options; every parameter has its property's default.
  public init(
    appliesOrientation: Bool = true, allowsTruncated: Bool = false,
    maximumPixels: Int = 100_000_000, maximumFileSize: Int = 1 << 30
  ) {
    self.appliesOrientation = appliesOrientation
    self.allowsTruncated = allowsTruncated
    self.maximumPixels = maximumPixels
    self.maximumFileSize = maximumFileSize
  }
}
