import Testing

@testable import VisionTypes

@Suite("Nearest words")
struct NearestWordsTests {
  private let words = ["cup", "cow", "cat", "car", "carrot", "toothbrush", "cell phone"]

  @Test(
    "A mistyped word finds what was meant",
    arguments: [
      ("tothbrush", ["toothbrush"]), ("cellphone", ["cell phone"]), ("CUP", ["cup"]),
      ("crarot", ["carrot"]), ("too", ["toothbrush"]), ("xyzzy", []), ("", []), ("c", []),
    ])
  func find(typed: String, found: [String]) {
    #expect(NearestWords.find(typed, in: words) == found)
  }

  @Test("Nearest first: the word itself, then one edit or its beginning, in the list's order")
  func order() {
    #expect(NearestWords.find("car", in: ["carrot", "cat", "Car"]) == ["Car", "carrot", "cat"])
    #expect(
      NearestWords.find("bananas", in: ["bandanas", "banana", "bananas"], limit: 2)
        == ["bananas", "bandanas"])
  }

  @Test("No more words than asked for", arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (99, 3)])
  func limit(limit: Int, count: Int) {
    #expect(NearestWords.find("caw", in: ["cow", "cat", "car"], limit: limit).count == count)
  }

  @Test("Words too long to be typed are not compared")
  func longWords() {
    let hundred = String(repeating: "a", count: 100)
    #expect(NearestWords.find(hundred, in: [hundred]) == [hundred])
    #expect(NearestWords.find(hundred + "a", in: [hundred + "a"]).isEmpty)
    #expect(
      NearestWords.find("cup", in: [String(repeating: "b", count: 10_000), "cap"]) == ["cap"])
  }

  @Test("A single letter finds only itself and an empty candidate is never found")
  func shortWords() {
    #expect(NearestWords.find("a", in: ["b", "", "A"]) == ["A"])
    #expect(NearestWords.find("ab", in: ["", "b", "ab"]) == ["ab", "b"])
  }

  @Test(
    "Edits are insertions, deletions, replacements and swaps of neighbours",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
      ("ca", "abc", 3), ("cup", "cup", 0), ("äiti", "aiti", 1),
    ])
  func editDistance(a: String, b: String, distance: Int) {
    #expect(NearestWords.editDistance(Array(a), Array(b)) == distance)
  }
}
