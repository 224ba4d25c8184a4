/// Why a picture could not be read, written or drawn on.
///
/// `file` is the path as given (or the name for bytes in memory), with control characters
/// escaped.
public enum MediaError: Error, Equatable, Sendable {
  /// The system refuses to open or read the file.
  case cannotRead(file: String, reason: String)
  /// The path leads to a folder, device, pipe or socket.
  case notAFile(file: String, kind: String)
  /// The file holds nothing.
  case emptyFile(file: String)
  /// The file is larger than the limit, in bytes.
  case fileTooLarge(file: String, bytes: Int, limit: Int)
  /// The file is not a JPEG or PNG picture.
  case unsupportedKind(file: String, kind: FileKind)
  /// A JPEG or PNG picture with a feature that the decoder does not know.
  case unsupportedFeature(file: String, kind: FileKind, feature: String)
  /// The picture's bytes contradict its format, found at about this byte offset.
  case corrupt(file: String, kind: FileKind, offset: Int, reason: String)
  /// The bytes end, at this offset, before the picture does.
  case truncated(file: String, kind: FileKind, offset: Int, reason: String)
  /// The picture has more pixels than the limit.
  case tooManyPixels(file: String, width: Int, height: Int, limit: Int)
  /// The picture does not fit in memory.
  case outOfMemory(file: String, width: Int, height: Int)
  /// The name of the file to write ends in no known picture format.
  case unknownExtension(file: String)
  /// The JPEG quality is not in 1…100.
  case invalidQuality(found: Int)
  /// A side, in pixels, is longer than the format or the drawing library allows.
  case sideTooLong(width: Int, height: Int, limit: Int, of: String)
  /// The picture could not be encoded.
  case cannotEncode(reason: String)
  /// The system refuses to write the file.
  case cannotWrite(file: String, reason: String)
  /// Drawing failed.
  case cannotDraw(reason: String)
}

extension MediaError: CustomStringConvertible {
  /// One or two sentences: file, place, what was found, what to do.
  public var description: String {
    switch self {
    case .cannotRead(let file, let reason):
      "\(file): cannot be read: \(reason). Check the path and its permissions."
    case .notAFile(let file, let kind):
      "\(file): is a \(kind), expected a picture file. Name a regular file."
    case .emptyFile(let file):
      "\(file): is empty (0 bytes), expected a JPEG or PNG picture. Fetch or write it again."
    case .fileTooLarge(let file, let bytes, let limit):
      "\(file): has \(bytes) bytes, more than the limit of \(limit). Raise maximumFileSize to "
        + "read it."
    case .unsupportedKind(let file, let kind):
      "\(file): is a \(kind.rawValue), expected a JPEG or PNG picture. \(kind.remedy)"
    case .unsupportedFeature(let file, let kind, let feature):
      "\(file): this \(kind.rawValue) is of a kind that cannot be decoded: \(feature). Save it "
        + "as an ordinary 8-bit JPEG or PNG."
    case .corrupt(let file, let kind, let offset, let reason):
      "\(file): this \(kind.rawValue) is damaged near byte \(offset): \(reason). Fetch it again, "
        + "or allow truncated pictures to keep what can be decoded."
    case .truncated(let file, let kind, let offset, let reason):
      "\(file): this \(kind.rawValue) ends early, at byte \(offset): \(reason). Fetch it again, "
        + "or allow truncated pictures to have the missing part filled with grey."
    case .tooManyPixels(let file, let width, let height, let limit):
      "\(file): claims \(width)x\(height) pixels, more than the limit of \(limit). Raise "
        + "maximumPixels to read it."
    case .outOfMemory(let file, let width, let height):
      "\(file): \(width)x\(height) pixels do not fit in memory. Use a smaller picture."
    case .unknownExtension(let file):
      "\(file): the name must say how to write the picture. End it in .jpg, .jpeg or .png."
    case .invalidQuality(let found):
      "The JPEG quality is \(found), expected 1...100. 92 is a good choice."
    case .sideTooLong(let width, let height, let limit, let library):
      "The picture has \(width)x\(height) pixels, but \(library) takes at most \(limit) a side. "
        + "Use a smaller picture."
    case .cannotEncode(let reason):
      "The picture could not be encoded: \(reason)."
    case .cannotWrite(let file, let reason):
      "\(file): cannot be written: \(reason). Check the folder, its permissions and its free "
        + "space."
    case .cannotDraw(let reason):
      "The boxes could not be drawn: \(reason)."
    }
  }
}
