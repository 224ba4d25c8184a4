/// What to show for a name that has no text in any of the displayed languages.
public enum MissingTranslation: Sendable, Hashable {
  /// The first text in any language, and the identifier if there is none at all.
  case otherLanguage
  /// The identifier, as the Heureka exhibit does.
  case identifier
}
