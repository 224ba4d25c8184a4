import CommandLineKit
import MediaKit
import YOLOKit

/// How pictures are read.
struct PictureReader: Sendable {
  /// Orientation, limits and tolerance.
  let options: StillImageReadOptions

  /// Reads the options from a command line.
  init(_ arguments: ScannedArguments) throws(UsageError) {
    var options = StillImageReadOptions()
    options.appliesOrientation = !arguments.hasFlag("no-orientation")
    options.allowsTruncated = arguments.hasFlag("allow-truncated")
    if let limit = try arguments.integer("max-pixels", in: 1...Int.max) {
      options.maximumPixels = limit
    }
    self.options = options
  }

  /// Reads a picture.
  func read(_ path: SystemPath) throws(MediaError) -> PixelImage {
    try StillImage.read(pathBytes: path.bytes, options: options)
  }

  /// What to tell about a picture that could not be read, with this program's own remedies in
  /// place of the library's.
  static func message(for error: any Error) -> String {
    switch error {
    case MediaError.tooManyPixels(let file, let width, let height, let limit):
      "\(file): claims \(width)x\(height) pixels, more than the limit of \(limit). Raise it "
        + "with --max-pixels."
    case let error as MediaError where error.isAboutMissingBytes:
      "\(error) The option for that is --allow-truncated."
    default:
      "\(error)"
    }
  }

  /// The options that say how pictures are read.
  static let group = OptionGroup(
    "Reading pictures",
    [
      .flag("null", short: "0", help: "Paths in the list on standard input end with a zero byte."),
      .flag("no-orientation", help: "Do not turn photos upright as their Exif data says."),
      .flag("allow-truncated", help: "Use pictures whose end is missing; the rest stays grey."),
      .value(
        "max-pixels", "N", help: "Refuse pictures with more pixels than this. Default: 100000000."),
    ])
}

extension MediaError {
  /// Whether tolerance would help.
  fileprivate var isAboutMissingBytes: Bool {
    switch self {
    case .truncated, .corrupt: true
    default: false
    }
  }
}
