import CommandLineKit
import YOLOKit

/// Lists of pictures in text files, as Darknet and YOLOv5 have them: one path a line.
enum PictureList {
  /// The longest list that is read, in bytes.
  private static let sizeLimit = 1 << 28

  /// Whether a path is that of a list.
  static func isList(_ path: SystemPath) -> Bool {
    path.lowercasedExtension == "txt" && FileStatus(path)?.kind == .file
  }

  /// The paths in a list.
  ///
  /// A relative path begins at the list's folder or, where nothing is there, at the working folder.
  ///
  /// - Parameters:
  ///   - list: The list's file.
  ///   - endsWithZero: Whether paths end with a zero byte instead of a line break.
  /// - Returns: The paths, in their order.
  /// - Throws: `LabelError` or `InputError` when it cannot be read.
  static func paths(in list: SystemPath, endsWithZero: Bool) throws -> [SystemPath] {
    guard let path = list.text else {
      throw EvaluationInputError.unusableName(list.description)
    }
    let bytes = try LabelFile.bytes(path: path, limit: sizeLimit)
    return try PathList.paths(in: bytes, endsWithZero: endsWithZero).map { entry in
      guard entry.bytes.first != UInt8(ascii: "/") else { return entry }
      let beside = list.parent.appending(entry)
      return FileStatus(beside) == nil ? entry : beside
    }
  }
}
