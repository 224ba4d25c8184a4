/// Why a model's file cannot be used.
///
/// Every case says which file and which place, what was found, what was expected and what to do;
/// ``description`` puts it in one or two sentences.
public enum ModelFormatError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(file: String, reason: String)
  /// The file is something else: a web page, a Git LFS pointer, a picture …
  case wrongKind(file: String, found: String, expected: String, remedy: String)
  /// The text breaks the format's rules.
  case syntax(Place, found: String, expected: String)
  /// A value is missing, not a number, out of range, or does not fit its neighbours.
  case invalidValue(Place, key: String, found: String, expected: String)
  /// The file asks for something that this library does not do.
  case unsupported(Place, what: String, remedy: String)
  /// The sizes of two files, or of a file and its header, do not fit together.
  case sizeMismatch(file: String, found: Int, expected: Int, remedy: String)
  /// A number in the file cannot be used: NaN, infinite, or a negative variance.
  case badNumber(file: String, byteOffset: Int, layer: Int, what: String, found: Float)
  /// A converted model is damaged, or was changed by another program.
  ///
  /// The place is a byte, a tensor's name, or the way to a value: `graph.nodes[3].stride`.
  case convertedModel(file: String, place: String, found: String, expected: String)

  /// A module of a checkpoint is missing something, or is something that this library does not do.
  case module(file: String, path: String, found: String, expected: String)

  /// A place in a text file.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The file's path as it was given.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The layer's number in the file, from 0, and its section name, where the place is in one.
    public var layer: String?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - file: The file's path as it was given.
    ///   - line: The line, from 1.
    ///   - layer: The layer's number and section name.
    public init(file: String, line: Int, layer: String? = nil) {
      self.file = file
      self.line = line
      self.layer = layer
    }

    /// `file:line` with the layer where there is one.
    public var description: String {
      "\(MessageText.visible(file)):\(line)" + (layer.map { " (layer \($0))" } ?? "")
    }
  }

  /// The whole message, for a person; on one line, whatever the file's name is.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(MessageText.visible(file)): cannot be read: \(reason)."
    case .wrongKind(let file, let found, let expected, let remedy):
      "\(MessageText.visible(file)): this is \(found), not \(expected). \(remedy)"
    case .syntax(let place, let found, let expected):
      "\(place): found \(found), expected \(expected)."
    case .invalidValue(let place, let key, let found, let expected):
      "\(place): \(key)=\(found), expected \(expected)."
    case .unsupported(let place, let what, let remedy):
      "\(place): \(what) is not supported. \(remedy)"
    case .sizeMismatch(let file, let found, let expected, let remedy):
      "\(MessageText.visible(file)): \(found) bytes, expected \(expected). \(remedy)"
    case .badNumber(let file, let byteOffset, let layer, let what, let found):
      "\(MessageText.visible(file)): byte \(byteOffset): \(what) of layer \(layer) is \(found), "
        + "which no trained network has; the file is damaged or belongs to another cfg."
    case .convertedModel(let file, let place, let found, let expected):
      "\(MessageText.visible(file)): \(place): found \(found), expected \(expected). The file is "
        + "damaged or was not written by yolokit convert; convert the model again."
    case .module(let file, let path, let found, let expected):
      "\(MessageText.visible(file)): module \(path): found \(found), expected \(expected)."
    }
  }
}
