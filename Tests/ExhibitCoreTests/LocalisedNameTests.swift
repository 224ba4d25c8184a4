import ExhibitCore
import Testing

@Suite("Localised names")
struct LocalisedNameTests {
  private func display(
    _ displayed: [String], of languages: [String] = ["en", "fi", "sv"],
    missing: MissingTranslation = .identifier
  ) -> DisplayLanguages {
    DisplayLanguages(languages: languages, displayed: displayed, missingTranslation: missing)
  }

  @Test(
    "The specification's vectors: languages en, fi, sv; shown sv, de, fi",
    arguments: [MissingTranslation.identifier, .otherLanguage])
  func vectors(missing: MissingTranslation) {
    let shown = display(["sv", "de", "fi"], missing: missing)
    #expect(
      LocalisedName(identifier: "cup", localisations: ["cup", "kuppi"]).lines(in: shown)
        == ["kuppi"])
    #expect(LocalisedName(identifier: "cup", localisations: ["cup"]).lines(in: shown) == ["cup"])
  }

  @Test("What stands in when no shown language has a wording is a choice")
  func standIn() {
    let name = LocalisedName(identifier: "text_idle", localisations: ["", "Moi!"])
    #expect(name.lines(in: display(["sv"])) == ["text_idle"])
    #expect(name.lines(in: display(["sv"], missing: .otherLanguage)) == ["Moi!"])
    let bare = LocalisedName(identifier: "text_idle")
    #expect(bare.lines(in: display(["fi"], missing: .otherLanguage)) == ["text_idle"])
  }

  @Test("Lines follow the order of display, not of the configuration")
  func order() {
    let name = LocalisedName(identifier: "cup", localisations: ["cup", "kuppi", "kopp"])
    #expect(name.text(in: display(["fi", "en"])) == "kuppi\ncup")
    #expect(name.text(in: display(["sv", "fi", "en"])) == "kopp\nkuppi\ncup")
  }

  @Test("An empty wording hides its line; nothing but empty wordings hide the name")
  func emptyWordings() {
    let name = LocalisedName(identifier: "cup", localisations: ["cup", ""])
    for missing in [MissingTranslation.identifier, .otherLanguage] {
      #expect(name.lines(in: display(["fi", "en"], missing: missing)) == ["cup"])
      #expect(name.lines(in: display(["fi"], missing: missing)).isEmpty)
      #expect(name.text(in: display(["fi"], missing: missing)).isEmpty)
    }
  }

  @Test("Without languages, or without shown ones, the identifier is shown")
  func noLanguages() {
    let name = LocalisedName(identifier: "cup", localisations: ["mug"])
    #expect(name.lines(in: display([])) == ["cup"])
    #expect(name.lines(in: display([], missing: .otherLanguage)) == ["mug"])
    for missing in [MissingTranslation.identifier, .otherLanguage] {
      #expect(name.lines(in: display(["en"], of: [], missing: missing)) == ["cup"])
    }
  }

  @Test("Unknown and repeated languages are reported; of a language twice the first place counts")
  func reports() {
    let shown = display(["fi", "de", "en", "fi"], of: ["en", "fi", "en"])
    #expect(shown.indices == [1, 0])
    #expect(shown.unknown == ["de"])
    #expect(shown.repeated == ["fi"])
  }
}
