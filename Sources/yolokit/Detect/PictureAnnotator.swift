import CommandLineKit
import MediaKit
import YOLOKit

/// Writes copies of pictures with boxes drawn into them.
struct PictureAnnotator {
  private let folder: SystemPath
  private var namer = UniqueNames()

  /// Makes the folder for the copies.
  ///
  /// - Parameters:
  ///   - folder: Where the copies go.
  ///   - inputs: The pictures of the run; none of them may be in that folder, because its copy
  ///     would replace it.
  /// - Throws: `OutputError` when the folder cannot be made or one of the pictures is in it.
  init(folder: SystemPath, beside inputs: [PictureInput]) throws {
    try Folder.create(folder)
    self.folder = folder
    guard let place = FileStatus(folder)?.identity else { return }
    for case .picture(let path) in inputs where FileStatus(path.parent)?.identity == place {
      throw OutputError.failed(
        target: folder.description,
        reason: "the picture \(path) is in this folder and would be replaced by its copy; "
          + "name another folder with --annotate")
    }
  }

  /// Writes a copy.
  ///
  /// - Parameters:
  ///   - picture: The picture as it was read.
  ///   - detections: What was found in it.
  ///   - path: The picture's file, whose name the copy gets.
  /// - Returns: The copy's path.
  /// - Throws: `MediaError` when the copy cannot be drawn or written.
  mutating func write(
    _ picture: PixelImage, _ detections: [Detection], for path: SystemPath
  ) throws -> SystemPath {
    let name = namer.claim(Self.copyName(of: path))
    let target = folder.appending(name)
    let marked = try DetectionOverlay().draw(detections, on: picture)
    try StillImage.write(marked, toPathBytes: target.bytes)
    return target
  }

  /// The name of a picture's copy: its own where that says how to write the picture, else with
  /// `.png` after it.
  private static func copyName(of path: SystemPath) -> SystemPath {
    PictureInputs.extensions.contains(path.lowercasedExtension)
      ? path.lastComponent : path.lastComponent.suffixed(".png")
  }
}
