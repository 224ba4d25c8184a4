import Foundation
import MediaKit
import Testing
import VisionTypes

@Suite struct FileAccessTests {
  static let names = [
    "지단.jpg", "缺陷0001.jpg", "é.jpg", "e\u{301}.jpg", "-x.jpg", "--.jpg", "a b'\"\\.jpg",
    "two\nlines.jpg", "tab\t.jpg", "$(x)`y`;*?.jpg", "%s%n.jpg", "~.jpg", "a.png.jpg",
    "\u{202E}gpj.jpg", String(repeating: "n", count: 251) + ".jpg",
  ]

  @Test(arguments: names)
  func takesAnyName(name: String) throws {
    try withTemporaryFolder { folder in
      let picture = try noise(width: 9, height: 7, format: .rgb, seed: 1)
      let path = "\(folder)/\(name)"
      try StillImage.write(picture, to: path)
      #expect(try bytes(inFolder: folder) == [Array(name.utf8)])
      #expect(try StillImage.read(path).width == 9)
    }
  }

  /// Latin-1 names from old archives are no UTF-8 but files all the same.
  @Test func takesBytesThatAreNoText() throws {
    try withTemporaryFolder { folder in
      let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".png".utf8)
      let path = Array(folder.utf8) + [0x2F] + name
      let picture = try noise(width: 5, height: 4, format: .rgb, seed: 2)
      try StillImage.write(picture, toPathBytes: path)
      #expect(try bytes(inFolder: folder) == [name])
      #expect(areSame(try StillImage.read(pathBytes: path), picture))
      let missing = path + [0xFF]
      let error = #expect(throws: MediaError.self) { try StillImage.read(pathBytes: missing) }
      #expect(try #require(error).description.contains("/caf\\xE9.png\\xFF: cannot be read"))
    }
  }

  /// Names of files in a folder, as bytes.
  private func bytes(inFolder folder: String) throws -> [[UInt8]] {
    let stream = try #require(opendir(folder))
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  @Test func explainsMissingFile() {
    #expect(
      throws: MediaError.cannotRead(
        file: "/nowhere/a\\x0Ab.jpg", reason: "no such file or directory")
    ) { try StillImage.read("/nowhere/a\nb.jpg") }
  }

  /// Marks that turn the direction of writing could make a name look like another.
  @Test func showsHiddenCharacters() throws {
    let error = #expect(throws: MediaError.self) { try StillImage.read("/nowhere/\u{202E}gpj.a") }
    #expect(try #require(error).description.hasPrefix("/nowhere/\\u{202E}gpj.a: cannot be read"))
  }

  @Test(arguments: ["", "a\0.jpg"])
  func refusesImpossiblePath(path: String) throws {
    let error = #expect(throws: MediaError.self) { try StillImage.read(path) }
    #expect(try #require(error).description.contains("empty or holds a zero byte"))
    let picture = try noise(width: 2, height: 2, format: .gray, seed: 3)
    #expect(throws: MediaError.self) { try StillImage.write(picture, to: path) }
  }

  @Test func refusesSpecialFiles() throws {
    try withTemporaryFolder { folder in
      let pipe = "\(folder)/pipe.jpg"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(throws: MediaError.notAFile(file: folder, kind: "folder")) {
        try StillImage.read(folder)
      }
      #expect(throws: MediaError.notAFile(file: pipe, kind: "pipe")) {
        try StillImage.read(pipe)
      }
      for device in ["/dev/zero", "/dev/null"] {
        #expect(throws: MediaError.notAFile(file: device, kind: "device")) {
          try StillImage.read(device)
        }
      }
    }
  }

  @Test func refusesEmptyAndLargeFiles() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.jpg"
      #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      #expect(throws: MediaError.emptyFile(file: path)) { try StillImage.read(path) }
      // Two gibibytes that take no space on disk.
      #expect(truncate(path, 1 << 31) == 0)
      #expect(
        throws: MediaError.fileTooLarge(file: path, bytes: 1 << 31, limit: 1 << 30)
      ) { try StillImage.read(path) }
    }
    #expect(throws: MediaError.emptyFile(file: "picture in memory")) { try StillImage.decode([]) }
  }

  @Test func comparesFileSizeExactly() throws {
    let path = Fixtures.path("jpeg-420.jpg")
    let size = try Fixtures.bytes("jpeg-420.jpg").count
    let fitting = StillImageReadOptions(maximumFileSize: size)
    #expect(try StillImage.read(path, options: fitting).width == 45)
    #expect(throws: MediaError.fileTooLarge(file: path, bytes: size, limit: size - 1)) {
      try StillImage.read(path, options: StillImageReadOptions(maximumFileSize: size - 1))
    }
  }

  @Test func followsLinks() throws {
    try withTemporaryFolder { folder in
      let link = "\(folder)/link.png"
      let target = Fixtures.path("jpeg-420.jpg")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(try areSame(StillImage.read(link), StillImage.read(target)))
    }
  }
}
