/// A class or a text of the game with its wording in each language.
public struct LocalisedName: Sendable, Hashable {
  /// The class's name in the model's list, or the text's identifier.
  public let identifier: String
  /// The wordings in the order of the configuration's languages; may be shorter than that.
  ///
  /// An empty wording hides the line of its language.
  public let localisations: [String]

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - identifier: The class's name in the model's list, or the text's identifier.
  ///   - localisations: The wordings in the order of the configuration's languages.
  public init(identifier: String, localisations: [String] = []) {
    self.identifier = identifier
    self.localisations = localisations
  }

  /// The wordings in the shown languages, one a line.
  ///
  /// A language without a wording has no line. Where no language has one, the stand-in of
  /// ``DisplayLanguages/missingTranslation`` is the only line. Wordings that are there but empty
  /// are meant: a name with nothing else has no lines at all.
  public func lines(in display: DisplayLanguages) -> [String] {
    let wordings = display.indices.filter(localisations.indices.contains).map { localisations[$0] }
    if !wordings.isEmpty { return wordings.filter { !$0.isEmpty } }
    switch display.missingTranslation {
    case .identifier:
      return [identifier]
    case .otherLanguage:
      let known = localisations.prefix(display.languages.count)
      return [known.first { !$0.isEmpty } ?? identifier]
    }
  }

  /// ``lines(in:)`` with a line break between them.
  public func text(in display: DisplayLanguages) -> String {
    lines(in: display).joined(separator: "\n")
  }
}
