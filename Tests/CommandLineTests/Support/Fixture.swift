import Foundation
import MediaKit
import VisionTypes

/// A folder with a tiny model in `Weights`, and the program started in it.
struct Fixture {
  let folder: TemporaryFolder
  var program: ProgramUnderTest

  init() throws {
    folder = try TemporaryFolder()
    program = ProgramUnderTest(folder: folder)
    try TinyModel.write(to: folder)
  }

  /// Runs `yolokit detect` with the tiny model.
  func detect(_ arguments: String..., input: String = "") throws -> ProgramUnderTest.Outcome {
    try program.run(
      arguments: (["detect", "--model", TinyModel.name] + arguments).map { Array($0.utf8) },
      input: Array(input.utf8))
  }

  /// A picture of 64 x 64 pixels in a few colours.
  static func picture() throws -> PixelImage {
    let bytes = (0..<(64 * 64 * 3)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    return try PixelImage(width: 64, height: 64, format: .rgb, bytes: bytes)
  }

  /// The picture as the bytes of a PNG file.
  static func png() throws -> [UInt8] { try StillImage.encode(picture(), as: .png) }

  /// Writes the picture into files of these names.
  func writePictures(_ names: String...) throws {
    for name in names {
      let format: StillImageFormat = name.lowercased().hasSuffix("png") ? .png : .jpeg()
      try folder.write(StillImage.encode(Self.picture(), as: format), to: name)
    }
  }
}

extension ProgramUnderTest.Outcome {
  /// Standard output as a JSON object.
  func json() throws -> [String: Any] { try Self.object(output) }

  /// Standard output as JSON objects, one a line.
  func jsonLines() throws -> [[String: Any]] {
    try output.split(separator: UInt8(ascii: "\n")).map { try Self.object(Array($0)) }
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    guard let object = value as? [String: Any] else { throw NotAnObject() }
    return object
  }

  struct NotAnObject: Error {}
}

extension [String: Any] {
  /// The objects in a member that is a list.
  func objects(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
}
