/// A network with its weights and the names of its classes, ready for an ``ObjectDetector``.
public struct Model: Sendable {
  /// The names of the classes.
  public let labels: ClassLabels
  /// What is inside.
  public let summary: ModelSummary
  /// What was odd about the files but did not stop them from being used.
  public let warnings: [String]

  /// Loads a Darknet model.
  ///
  /// - Parameters:
  ///   - configurationPath: The `.cfg` file.
  ///   - weightsPath: The `.weights` file.
  ///   - namesPath: The `.names` file; without it the classes are called `class 0`, `class 1` …
  ///   - inputSize: Width and height of the network's input, in pixels, instead of the cfg's own.
  /// - Throws: ``ModelFormatError`` when a file cannot be read or used.
  public init(
    configurationPath: String, weightsPath: String, namesPath: String? = nil,
    inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) {
    throw .unreadable(file: configurationPath, reason: "under construction")
  }

  /// What a `.cfg` file describes, without its weights.
  ///
  /// - Parameters:
  ///   - configurationPath: The `.cfg` file.
  ///   - inputSize: Width and height of the network's input, in pixels, instead of the cfg's own.
  /// - Returns: Layers, shapes, sizes and heads, and warnings about the file.
  /// - Throws: ``ModelFormatError`` when the file cannot be read or used.
  public static func summary(
    configurationPath: String, inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) -> (summary: ModelSummary, warnings: [String]) {
    throw .unreadable(file: configurationPath, reason: "under construction")
  }
}
