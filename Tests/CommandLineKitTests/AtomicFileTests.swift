import Foundation
import Testing

@testable import CommandLineKit

@Suite final class AtomicFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("yolokit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> SystemPath {
    SystemPath(folder.appendingPathComponent(name).path)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func appearsAtTheCommit() throws {
    let file = try AtomicFile(path("a.json"))
    try file.write("one ")
    #expect(try names().filter { !$0.hasPrefix(".") }.isEmpty)
    try file.write("two")
    try file.commit()
    #expect(try names() == ["a.json"])
    #expect(try content("a.json") == "one two")
  }

  @Test func replacesAFileAndKeepsItsPermissions() throws {
    let target = folder.appendingPathComponent("a.json")
    try "old".write(to: target, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
    let file = try AtomicFile(path("a.json"))
    try file.write("new")
    #expect(try content("a.json") == "old")
    try file.commit()
    #expect(try content("a.json") == "new")
    #expect(FileStatus(path("a.json"))?.permissions == 0o640)
  }

  @Test func leavesNothingWithoutACommit() throws {
    do {
      let file = try AtomicFile(path("a.json"))
      try file.write("half")
    }
    #expect(try names().isEmpty)
  }

  @Test func followsASymbolicLink() throws {
    let place = folder.appendingPathComponent("place")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    try "old".write(
      to: place.appendingPathComponent("real.json"), atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("link.json").path,
      withDestinationPath: "place/real.json")
    let file = try AtomicFile(path("link.json"))
    try file.write("new")
    try file.commit()
    #expect(try content("place/real.json") == "new")
    #expect(try names() == ["link.json", "place"])
  }

  @Test func writesToDevicesWithoutReplacingThem() throws {
    let file = try AtomicFile(SystemPath("/dev/null"))
    try file.write("gone")
    try file.commit()
    #expect(FileStatus(SystemPath("/dev/null"))?.kind == .other)
  }

  @Test func refusesFoldersAndMissingFolders() {
    #expect(
      throws: OutputError.failed(target: path("").description, reason: "it is a folder")
    ) { try AtomicFile(path("")) }
    #expect(
      throws: OutputError.failed(
        target: path("no/a").description, reason: "No such file or directory")
    ) { try AtomicFile(path("no/a")) }
  }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    try Folder.create(path("a/b/c"))
    try Folder.create(path("a/b"))
    #expect(FileStatus(path("a/b/c"))?.kind == .folder)
    try "".write(
      to: folder.appendingPathComponent("file"), atomically: false, encoding: .utf8)
    #expect(
      throws: OutputError.failed(
        target: path("file").description, reason: "it is a file, not a folder")
    ) { try Folder.create(path("file")) }
    #expect(throws: OutputError.self) { try Folder.create(path("file/under")) }
  }

  @Test func globsAndFoldersAreSortedByBytes() throws {
    for name in ["b.jpg", "a.jpg", "Z.jpg", "ä.jpg", "c.txt", ".hidden.jpg"] {
      try "".write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
    let found = try Glob.paths(matching: path("*.jpg")).map(\.lastComponent)
    #expect(found == ["Z.jpg", "a.jpg", "b.jpg", "ä.jpg"].map { SystemPath($0) })
    #expect(try Glob.paths(matching: path("*.gif")).isEmpty)
    let names = [".hidden.jpg", "Z.jpg", "a.jpg", "b.jpg", "c.txt", "ä.jpg"]
    #expect(try Folder.names(in: path("")) == names.map { SystemPath($0) })
    #expect(throws: InputError.self) { try Folder.names(in: path("a.jpg")) }
  }
}
