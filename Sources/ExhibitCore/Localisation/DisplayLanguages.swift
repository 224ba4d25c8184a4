/// The languages in which names are shown, one line each, from first to last.
public struct DisplayLanguages: Sendable, Hashable {
  /// The languages of every list of texts, in the order of the lists.
  public let languages: [String]
  /// The shown languages' places in ``languages``, each once, in the order shown.
  public let indices: [Int]
  /// The languages that were to be shown but have no texts; their lines are missing.
  public let unknown: [String]
  /// The languages that were asked for again; they are shown once.
  public let repeated: [String]
  /// What stands in for a name without a text in the shown languages.
  public let missingTranslation: MissingTranslation

  /// Makes the order of display.
  ///
  /// - Parameters:
  ///   - languages: The languages of every list of texts, in the order of the lists; of one that
  ///     occurs twice the first place counts.
  ///   - displayed: The languages to show, in order, spelt as in `languages`.
  ///   - missingTranslation: What stands in for a name without a text in the shown languages.
  public init(
    languages: [String], displayed: [String],
    missingTranslation: MissingTranslation = .otherLanguage
  ) {
    var indices: [Int] = []
    var unknown: [String] = []
    var repeated: [String] = []
    for language in displayed {
      guard let index = languages.firstIndex(of: language) else {
        unknown.append(language)
        continue
      }
      if indices.contains(index) {
        repeated.append(language)
      } else {
        indices.append(index)
      }
    }
    self.languages = languages
    self.indices = indices
    self.unknown = unknown
    self.repeated = repeated
    self.missingTranslation = missingTranslation
  }
}
