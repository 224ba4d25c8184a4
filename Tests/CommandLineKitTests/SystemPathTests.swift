import Testing

@testable import CommandLineKit

@Suite struct SystemPathTests {
  @Test(arguments: [
    ("a", "a", "."), ("a/b", "b", "a"), ("a/b/", "b", "a"), ("/a", "a", "/"), ("/", "", "/"),
    ("//a//b//", "b", "//a"), ("./a", "a", "."), ("", "", "."),
  ])
  func components(path: String, last: String, parent: String) {
    #expect(SystemPath(path).lastComponent == SystemPath(last))
    #expect(SystemPath(path).parent == SystemPath(parent))
  }

  @Test(arguments: [
    ("a.jpg", "a", ".jpg"), ("x/a.b.JPG", "a.b", ".JPG"), (".profile", ".profile", ""),
    ("a.d/b", "b", ""), ("a.", "a", "."),
  ])
  func extensions(path: String, stem: String, ending: String) {
    let parts = SystemPath(path).stemAndExtension
    #expect(parts.stem == SystemPath(stem))
    #expect(parts.extension == SystemPath(ending))
  }

  @Test func joining() {
    #expect(SystemPath("a").appending("b") == SystemPath("a/b"))
    #expect(SystemPath("/").appending("b") == SystemPath("/b"))
    #expect(SystemPath("").appending("b") == SystemPath("b"))
    #expect(SystemPath("a/").lowercasedExtension == "")
    #expect(SystemPath("a.PnG").lowercasedExtension == "png")
  }

  @Test func bytesNeedNotBeText() {
    let path = SystemPath(bytes: [0x66, 0xFC, 0x72, 0, 0x78])
    #expect(path.bytes == [0x66, 0xFC, 0x72])
    #expect(path.text == nil)
    #expect(path.repairedText == "f\u{FFFD}r")
    #expect(SystemPath("a\nb").description == "a\\nb")
  }

  @Test func listsOfLines() throws {
    let bytes = Array("a b.jpg\r\n\n\"c\".jpg\nlast".utf8)
    #expect(
      try PathList.paths(in: bytes, endsWithZero: false)
        == ["a b.jpg", "\"c\".jpg", "last"].map { SystemPath($0) })
  }

  @Test func listsWithZeros() throws {
    let bytes = Array("a\nb\0\0c\r\0".utf8)
    #expect(
      try PathList.paths(in: bytes, endsWithZero: true) == [SystemPath("a\nb"), SystemPath("c\r")])
    #expect(
      throws: InputError.unreadable(
        path: "list of paths", reason: "byte 3 is zero; read such a list with -0")
    ) { try PathList.paths(in: bytes, endsWithZero: false) }
  }
}
