import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// YOLO's label files.
@Suite struct YOLOLabelsTests {
  private static func read(_ text: String) throws(LabelError) -> YOLOLabels {
    try YOLOLabels(text: text, file: "a.txt", classCount: 3)
  }

  @Test(arguments: ["\n", "\r\n", "\n\n  \n"])
  func linesAreObjects(end: String) throws {
    let labels = try Self.read(
      ["0 0.5 0.25 0.5 0.5", "2.0\t1 1 0 0.125", ""].joined(separator: end))
    let objects = labels.objects(width: 200, height: 100)
    #expect(objects.map(\.classIndex) == [0, 2])
    #expect(
      objects.map(\.box) == [
        EvaluationBox(x: 50, y: 0, width: 100, height: 50),
        EvaluationBox(x: 200, y: 93.75, width: 0, height: 12.5),
      ])
    #expect(objects.map(\.area) == [5000, 0])
    #expect(!objects.contains { $0.isCrowd || $0.id == 0 })
    #expect(labels.duplicateCount == 0)
  }

  @Test func emptyFilesHaveNoObjects() throws {
    #expect(try Self.read("").objects.isEmpty)
    #expect(try Self.read("\u{FEFF} \n\n").objects.isEmpty)
  }

  @Test func outlinesBecomeBoxes() throws {
    let labels = try Self.read("1 0.5 0.25 0.75 0.5 0.25 1\n1 0.5 0.5 0.5 0.5")
    #expect(
      labels.objects.map(\.box) == [
        EvaluationBox(x: 0.25, y: 0.25, width: 0.5, height: 0.75),
        EvaluationBox(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
      ])
  }

  @Test func equalLinesCountOnce() throws {
    let labels = try Self.read("0 0.5 0.5 0.5 0.5\n0 0.50 0.5 0.5 0.5\n1 0.5 0.5 0.5 0.5")
    #expect(labels.objects.map(\.classIndex) == [0, 1])
    #expect(labels.duplicateCount == 1)
  }

  @Test(arguments: [
    ("0 0.5 0.5 0.5", "4 words"), ("0 0.5 0.5 0.5 0.5 0.9", "6 words"),
    ("0 0.1 0.1 0.2 0.2 0.3 0.3 0.4", "8 words"), ("0,0.5,0.5,0.5,0.5", "1 words"),
    ("3 0.5 0.5 0.5 0.5", "the class \"3\""), ("-1 0.5 0.5 0.5 0.5", "the class \"-1\""),
    ("1.5 0.5 0.5 0.5 0.5", "the class \"1.5\""), ("dog 0.5 0.5 0.5 0.5", "the class \"dog\""),
    ("1e99 0.5 0.5 0.5 0.5", "the class \"1e99\""), ("nan 0.5 0.5 0.5 0.5", "the class \"nan\""),
    ("0 1.01 0.5 0.5 0.5", "\"1.01\""), ("0 0.5 -0.1 0.5 0.5", "\"-0.1\""),
    ("0 0.5 0.5 nan 0.5", "\"nan\""), ("0 0.5 0.5 0.5 inf", "\"inf\""),
    ("0 0.5 0.5 0.5 half", "\"half\""),
  ])
  func malformedLinesAreRefused(line: String, found: String) {
    let error = #expect(throws: LabelError.self) { try Self.read("0 0.5 0.5 0.5 0.5\n\(line)\n") }
    guard case .invalidLine(let file, let number, let shown, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(file == "a.txt" && number == 2 && shown == found)
    #expect(error?.description.hasPrefix("a.txt:2: found \(found), expected ") == true)
  }

  @Test func longWordsAreCut() {
    let error = #expect(throws: LabelError.self) {
      try Self.read(String(repeating: "7", count: 1_000_000) + " 0 0 0 0")
    }
    #expect((error?.description.count ?? .max) < 200)
  }

  @Test func filesAreRead() throws {
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.txt").path
    try Data("0 0.5 0.5 0.5 0.5\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try YOLOLabels(path: path, classCount: 1).objects.count == 1)
    let error = #expect(throws: LabelError.self) {
      try YOLOLabels(path: folder.path, classCount: 1)
    }
    #expect(error == .unreadable(file: folder.path, reason: "it is a folder"))
  }
}
