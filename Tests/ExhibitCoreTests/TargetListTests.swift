import ExhibitCore
import Testing
import VisionTypes

@Suite("Target list")
struct TargetListTests {
  private let labels = ClassLabels(["cell phone", "handbag", "toothbrush", "cup", "book"])

  @Test("A sound list is kept in order")
  func soundList() {
    let list = TargetList(["cup", "cell phone", "book"], knownClasses: labels)
    #expect(list.names == ["cup", "cell phone", "book"])
    #expect(list.count == 3)
    #expect(list.issues.isEmpty)
  }

  @Test("An empty list is legal")
  func emptyList() {
    let list = TargetList([], knownClasses: labels)
    #expect(list.names.isEmpty)
    #expect(list.issues.isEmpty)
  }

  @Test("Entries that nobody could catch are left out and reported")
  func issues() {
    let list = TargetList(["cup", "", "tothbrush", "cup", "book"], knownClasses: labels)
    #expect(list.names == ["cup", "book"])
    #expect(
      list.issues == [
        .emptyName(position: 1),
        .unknownClass(name: "tothbrush", position: 2, suggestions: ["toothbrush"]),
        .duplicate(name: "cup", position: 3, firstPosition: 0),
      ])
  }

  @Test("An unknown name twice is reported as unknown and as repeated")
  func unknownTwice() {
    let list = TargetList(["xyzzy", "xyzzy"], knownClasses: labels)
    #expect(
      list.issues == [
        .unknownClass(name: "xyzzy", position: 0, suggestions: []),
        .duplicate(name: "xyzzy", position: 1, firstPosition: 0),
      ])
  }

  @Test("Names are compared exactly, and without classes not at all")
  func spelling() {
    #expect(TargetList(["Cup"], knownClasses: labels).names.isEmpty)
    #expect(TargetList(["Cup", "bag"]).names == ["Cup", "bag"])
  }

  @Test(
    "Each issue says where, what and what to do",
    arguments: [
      (
        TargetListIssue.emptyName(position: 1),
        "Target 2 has no name and was left out; name a class or remove it."
      ),
      (
        .duplicate(name: "cup", position: 3, firstPosition: 0),
        "Target 4 'cup' repeats target 1 and was left out; name each class once."
      ),
      (
        .unknownClass(name: "bag", position: 0, suggestions: ["bat", "handbag"]),
        "Target 1 'bag' is no class of the model and was left out;"
          + " did you mean 'bat' or 'handbag'?"
      ),
      (
        .unknownClass(name: "xyzzy", position: 0, suggestions: []),
        "Target 1 'xyzzy' is no class of the model and was left out;"
          + " use a name of the model's list."
      ),
    ])
  func messages(issue: TargetListIssue, message: String) {
    #expect(issue.description == message)
  }
}
