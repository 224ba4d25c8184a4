import CommandLineKit
import YOLOKit

/// Classes as the command line names them: by name or by number.
struct ClassSelection: Sendable, Equatable {
  /// The option that they stand in, for messages: `--classes`.
  let option: String
  /// Names and numbers as they were typed.
  let words: [String]

  /// The names of the classes in a model.
  ///
  /// A word that is a class's name means that class, even where the name is a number.
  ///
  /// - Parameter labels: The model's classes.
  /// - Returns: One name for each word.
  /// - Throws: `UsageError` when the model has no such class.
  func names(in labels: ClassLabels) throws(UsageError) -> [String] {
    try words.map { word throws(UsageError) in
      if labels.index(named: word) != nil { return word }
      if let number = Int(word) {
        if (0..<labels.count).contains(number) { return labels[number] }
        throw .invalidValue(
          option: option, found: word, expected: "a class number in 0…\(labels.count - 1)")
      }
      let nearest = labels.suggestions(for: word).map { "\"\($0)\"" }
      throw .invalidValue(
        option: option, found: VisibleText.of(word),
        expected: nearest.isEmpty
          ? "a class of the model; \"yolokit info\" lists them"
          : "a class of the model (did you mean \(nearest.joined(separator: " or "))?)")
    }
  }
}
