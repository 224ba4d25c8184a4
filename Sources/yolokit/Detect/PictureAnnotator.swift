import CommandLineKit
import MediaKit
import YOLOKit

/// Writes copies of pictures with boxes drawn into them.
struct PictureAnnotator {
  private let folder: SystemPath
  private let originals: Set<FileStatus.Identity>
  private var namer = UniqueNames()

  /// Makes the folder for the copies.
  ///
  /// - Parameters:
  ///   - folder: Where the copies go.
  ///   - inputs: The pictures of the run; none of them may be in that folder, because its copy
  ///     would replace it.
  /// - Throws: `OutputError` when the folder cannot be made or one of the pictures is in it.
  init(folder: SystemPath, beside inputs: [PictureInput]) throws(OutputError) {
    try Folder.create(folder)
    self.folder = folder
    var originals: Set<FileStatus.Identity> = []
    let place = FileStatus(folder)?.identity
    for case .picture(let path) in inputs {
      if let identity = FileStatus(path)?.identity { originals.insert(identity) }
      guard let place, FileStatus(path.parent)?.identity == place else { continue }
      throw Self.refusal(folder, "the picture \(path) is in this folder and")
    }
    self.originals = originals
  }

  private static func refusal(_ target: SystemPath, _ reason: String) -> OutputError {
    .failed(
      target: target.description,
      reason: "\(reason) would be replaced by its copy; name another folder with --annotate")
  }

  /// Writes a copy.
  ///
  /// - Parameters:
  ///   - picture: The picture as it was read.
  ///   - detections: What was found in it.
  ///   - path: The picture's file, whose name the copy gets.
  /// - Returns: The copy's path.
  /// - Throws: `MediaError` when the copy cannot be drawn or written; `OutputError` when it would
  ///   replace a picture of this run, which a link from another folder leads to.
  mutating func write(
    _ picture: PixelImage, _ detections: [Detection], for path: SystemPath
  ) throws -> SystemPath {
    let name = namer.claim(Self.copyName(of: path))
    let target = folder.appending(name)
    if let found = FileStatus(target)?.identity, originals.contains(found) {
      throw Self.refusal(target, "it is one of the pictures and")
    }
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
