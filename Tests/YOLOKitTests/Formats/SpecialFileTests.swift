import Foundation
import Synchronization
import TestSupport
import Testing

@testable import YOLOKit

#if canImport(Glibc)
  import Glibc
#endif

/// What is no regular file, in the place of each of a model's files: refused, never waited for.
@Suite struct SpecialFileTests {
  private let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  private func expect(_ path: String, _ word: String) throws {
    let cfg = try folder.write(CfgText.net + CfgText.convolution(2), to: "ok.cfg")
    let file = MalformedFile(path, "", .unreadable, "cannot be read", word)
    file.expectError { _ = try Model.summary(configurationPath: path) }
    file.expectError { _ = try Model(configurationPath: cfg, weightsPath: path) }
    file.expectError { _ = try Model.labels(namesPath: path) }
    file.expectError { _ = try Model.namesPath(inDataFile: path) }
  }

  @Test(.timeLimit(.minutes(1)))
  func areRefused() throws {
    try expect(folder.path("none"), "No such file or directory")
    try expect("", "No such file or directory")
    try expect(folder.path(""), "it is a folder")
    try expect("/dev/zero", "it is not a regular file")
    try expect("/dev/full", "it is not a regular file")
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    try expect(pipe, "it is not a regular file")
    let loop = folder.path("loop")
    try #require(symlink(loop, loop) == 0)
    try expect(loop, "Too many levels of symbolic links")
    try expect(folder.path(String(repeating: "x", count: 300)), "File name too long")
    try expect(try folder.write("a", to: "file") + "/a.cfg", "Not a directory")
    let dangling = folder.path("dangling")
    try #require(symlink(folder.path("none"), dangling) == 0)
    try expect(dangling, "No such file or directory")
  }

  @Test func pathsAreTakenAsTheyAre() throws {
    // A28: no tilde is expanded; blanks and umlauts are fine.
    let path = try folder.write(
      CfgText.net + CfgText.convolution(2), to: "Schöne Modelle ~/größer #1.cfg")
    #expect(try Model.summary(configurationPath: path).summary.layers.count == 1)
    MalformedFile("~", "", .unreadable, "~/a.cfg: cannot be read").expectError {
      _ = try Model.summary(configurationPath: "~/a.cfg")
    }
  }

  /// A descriptor that is closed twice may be another thread's by then.
  @Test func refusedFilesAreClosedOnce() throws {
    let path = folder.path("")
    let lost = Atomic<Int>(0)
    onThreads(2) { thread in
      for _ in 0..<20_000 {
        if thread == 0 {
          _ = try? InputFile(path: path)
          continue
        }
        let descriptor = open("/dev/null", O_RDONLY)
        sched_yield()
        if close(descriptor) != 0 { lost.add(1, ordering: .relaxed) }
      }
    }
    #expect(lost.load(ordering: .relaxed) == 0)
  }

  @Test func aFileWithoutLengthIsEmpty() throws {
    // Files of /proc say that they have no bytes.
    MalformedFile("proc", "", .syntax(line: 1), "found no section").expectError {
      _ = try Model.summary(configurationPath: "/proc/cpuinfo")
    }
  }
}
