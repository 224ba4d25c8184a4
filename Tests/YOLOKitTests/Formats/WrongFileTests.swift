import Testing

@testable import YOLOKit

/// Files of another kind in the place of the cfg, the weights, the names or the data file.
@Suite struct WrongFileTests {
  static let files = [
    MalformedFile(
      "A07 web page", "<!DOCTYPE html>\n<html></html>", .wrongKind, "an HTML page",
      "fetch it again from its real address"),
    MalformedFile("A07 web page in capitals", "\n <HTML><HEAD>", .wrongKind, "an HTML page"),
    MalformedFile(
      "A07 Git LFS pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 35434956\n", .wrongKind,
      "a Git LFS pointer", "git lfs pull"),
    MalformedFile(
      "gzip", bytes: [0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 40), .wrongKind,
      ["a gzip archive", "Check which file goes where."]),
    MalformedFile(
      "PyTorch checkpoint", bytes: [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 40),
      .wrongKind, ["a ZIP archive (perhaps a PyTorch checkpoint)"]),
    MalformedFile(
      "JPEG", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8), .wrongKind,
      ["a JPEG picture"]),
    MalformedFile(
      "PNG", bytes: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], .wrongKind, ["a PNG picture"]),
    MalformedFile("PDF", "%PDF-1.7\n", .wrongKind, "a PDF document"),
    MalformedFile("program", bytes: [0x7F, 0x45, 0x4C, 0x46, 2], .wrongKind, ["a program (ELF)"]),
    MalformedFile("JSON", "{\"model\": 1}", .wrongKind, "a JSON text"),
    MalformedFile(
      "UTF-16", bytes: [0xFF, 0xFE] + "[net]\n".utf16.flatMap { [UInt8($0), 0] }, .wrongKind,
      ["a text in UTF-16", "Save it as UTF-8."]),
  ]

  @Test(arguments: files)
  func isNamedWhateverItStandsFor(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "file")
    let cfg = try folder.write(CfgText.head(filters: 6, "classes=1", "anchors=1,1"), to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
    file.expectError { _ = try Model(configurationPath: cfg, weightsPath: path) }
    file.expectError { _ = try Model.labels(namesPath: path) }
    file.expectError { _ = try Model.namesPath(inDataFile: path) }
  }

  @Test func swappedFilesAreBothRefused() throws {
    let folder = try ModelFolder()
    let cfg = try folder.write(CfgText.head(filters: 6, "classes=1", "anchors=1,1"), to: "a.cfg")
    let weights = try folder.write(WeightsBytes(version: [0, 2, 5]).bytes, to: "a.weights")
    let binary = MalformedFile(
      "weights as cfg", "", .wrongKind, "a binary file (a zero byte at 0)",
      "not a Darknet cfg file", "Check which file goes where")
    binary.expectError { _ = try Model(configurationPath: weights, weightsPath: cfg) }
    let text = MalformedFile(
      "cfg as weights", "", .wrongKind, "a text file", "not a Darknet weights file",
      "is it the .cfg or the .names?")
    text.expectError { _ = try Model(configurationPath: cfg, weightsPath: cfg) }
  }
}
