import Testing
import VisionTypes

@Suite("Class labels")
struct ClassLabelsTests {
  private let labels = ClassLabels(["person", "bicycle", "", "bird", "bird"])

  @Test(
    "A class has its name, or its number where the list has none",
    arguments: [
      (0, "person"), (3, "bird"), (2, "class 2"), (5, "class 5"), (-1, "class -1"),
      (Int.max, "class \(Int.max)"), (Int.min, "class \(Int.min)"),
    ])
  func names(index: Int, name: String) {
    #expect(labels[index] == name)
  }

  @Test("The first class with exactly the name is found")
  func lookUp() {
    #expect(labels.index(named: "bird") == 3)
    #expect(labels.index(named: "Bird") == nil)
    #expect(labels.index(named: "bir") == nil)
    #expect(labels.count == 5)
    #expect(ClassLabels([]).index(named: "bird") == nil)
    #expect(ClassLabels([])[0] == "class 0")
  }

  @Test("Suggestions come from the list's own names")
  func suggestions() {
    #expect(labels.suggestions(for: "bycicle") == ["bicycle"])
    #expect(labels.suggestions(for: "PERSO", limit: 1) == ["person"])
    #expect(labels.suggestions(for: "zebra").isEmpty)
  }
}
