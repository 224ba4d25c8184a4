/// Why labels cannot be used.
///
/// Every case says which file and which place, what was found, what was expected and what to do;
/// ``description`` puts it in one or two sentences.
public enum LabelError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(file: String, reason: String)
  /// The file is too long, in bytes.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The text breaks the rules of JSON; the line counts from 1, the bytes from 0.
  case invalidJSON(file: String, line: Int, byteOffset: Int, found: String, expected: String)
  /// A value of a JSON file; the place is like `annotations[3].bbox`.
  case invalidValue(file: String, place: String, found: String, expected: String)
  /// A line of a text file, from 1.
  case invalidLine(file: String, line: Int, found: String, expected: String)
  /// The categories of the labels have nothing to do with the classes of the model.
  case noCommonClass(file: String, categories: [String], classes: [String])

  /// The whole message, for a person; on one line, whatever stands in the file.
  public var description: String { MessageText.visible(message) }

  private var message: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read: \(reason)."
    case .tooLarge(let file, let bytes, let limit):
      "\(file): \(bytes) bytes, expected at most \(limit). Check which file this is."
    case .invalidJSON(let file, let line, let byteOffset, let found, let expected):
      "\(file):\(line): byte \(byteOffset): found \(found), expected \(expected). Labels have to be "
        + "a COCO file in JSON, or a folder of text files."
    case .invalidValue(let file, let place, let found, let expected):
      "\(file): \(place) is \(found), expected \(expected)."
    case .invalidLine(let file, let line, let found, let expected):
      "\(file):\(line): found \(found), expected \(expected)."
    case .noCommonClass(let file, let categories, let classes):
      "\(file): none of its categories (\(Self.some(categories))) is a class of the model "
        + "(\(Self.some(classes))). Use labels for this model, or name its classes with --names."
    }
  }

  private static func some(_ names: [String]) -> String {
    names.isEmpty
      ? "there are none"
      : names.prefix(3).map { shortened($0) }.joined(separator: ", ")
        + (names.count > 3 ? " ..." : "")
  }
}
