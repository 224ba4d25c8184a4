import CommandLineKit
import MediaKit
import YOLOKit

/// How pictures are read.
struct PictureReader: Sendable {
  /// Whether a photo is turned upright, as its Exif data says.
  let appliesOrientation: Bool
  /// Whether a picture whose end is missing is used all the same.
  let allowsTruncated: Bool
  /// The most pixels that a picture may have; nil for the reader's own limit.
  let maximumPixels: Int?

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    appliesOrientation = !arguments.hasFlag("no-orientation")
    allowsTruncated = arguments.hasFlag("allow-truncated")
    maximumPixels = try arguments.integer("max-pixels", in: 1...Int.max)
  }

  /// Reads a picture.
  func read(_ path: SystemPath) throws -> PixelImage {
    try StillImage.read(path: path.repairedText)
  }

  /// The options that say how pictures are read.
  static let group = OptionGroup(
    "Reading pictures",
    [
      .flag("null", short: "0", help: "Paths in the list on standard input end with a zero byte."),
      .flag("no-orientation", help: "Do not turn photos upright as their Exif data says."),
      .flag("allow-truncated", help: "Use pictures whose end is missing; the rest stays grey."),
      .value("max-pixels", "N", help: "Refuse pictures with more pixels than this."),
    ])
}
