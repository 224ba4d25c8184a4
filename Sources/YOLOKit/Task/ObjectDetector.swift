/// Finds objects in pictures.
public final class ObjectDetector: Sendable {
  /// The model in use.
  public let model: Model
  /// The options in use.
  public let options: ObjectDetectorOptions

  /// Prepares a model for detection.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: What to look for and how.
  /// - Throws: ``ObjectDetectorError`` when an option is out of range or names an unknown class.
  public init(model: Model, options: ObjectDetectorOptions = ObjectDetectorOptions())
    throws(ObjectDetectorError)
  {
    self.model = model
    self.options = options
  }

  /// Finds the objects in a picture.
  ///
  /// - Parameter image: A picture of any size.
  /// - Returns: The objects and how long it took.
  /// - Throws: ``ObjectDetectorError``.
  public func detect(image: PixelImage) throws(ObjectDetectorError) -> ObjectDetectorResult {
    throw .invalidOption(name: "", found: "", expected: "under construction")
  }
}

/// Why an ``ObjectDetector`` cannot be made or used.
public enum ObjectDetectorError: Error, Equatable, CustomStringConvertible {
  /// An option is out of range.
  case invalidOption(name: String, found: String, expected: String)
  /// An option names a class that the model does not have.
  case unknownCategory(name: String, suggestions: [String])

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .invalidOption(let name, let found, let expected):
      "\(name) is \(found), expected \(expected)."
    case .unknownCategory(let name, let suggestions):
      "The model has no class named \"\(name)\"."
        + (suggestions.isEmpty ? "" : " Did you mean \(suggestions.joined(separator: ", "))?")
    }
  }
}
