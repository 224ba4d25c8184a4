import CommandLineKit
import YOLOKit

extension LabelledPictures {
  /// Reads the label files of pictures: `NAME.txt` in a folder for `NAME.jpg`.
  ///
  /// A picture without a file has no objects.
  ///
  /// - Parameters:
  ///   - paths: The pictures.
  ///   - folder: The folder of the label files.
  ///   - classes: The model's classes.
  /// - Returns: The pictures in their order.
  /// - Throws: `LabelError`, `InputError` or ``EvaluationInputError``.
  static func matching(
    _ paths: [SystemPath], in folder: SystemPath, classes: ClassLabels
  ) throws -> LabelledPictures {
    let names = Set(try Folder.names(in: folder))
    var owners: [SystemPath: SystemPath] = [:]
    var pictures: [Picture] = []
    var (readCount, duplicateCount) = (0, 0)
    for path in paths {
      let name = path.stemAndExtension.stem.suffixed(".txt")
      let file = folder.appending(name)
      guard let text = file.text else {
        throw EvaluationInputError.unusableName(path.description)
      }
      if let other = owners.updateValue(path, forKey: name) {
        throw EvaluationInputError.sharedLabels(
          labels: file.description, first: other.description, second: path.description)
      }
      let isThere = names.contains(name)
      let labels =
        isThere
        ? try YOLOLabels(path: text, classCount: classes.count)
        : try YOLOLabels(text: "", file: text, classCount: classes.count)
      readCount += isThere ? 1 : 0
      duplicateCount += labels.duplicateCount
      pictures.append(Picture(path: path, labels: .yolo(labels)))
    }
    if readCount == 0, let first = paths.first {
      throw EvaluationInputError.noLabels(
        labels: folder.description, pictureCount: paths.count, picture: first.description,
        expected: "the file \(first.stemAndExtension.stem).txt")
    }
    let warnings =
      duplicateCount > 0
      ? ["\(folder): \(duplicateCount) lines stand there twice; each counts once"] : []
    return LabelledPictures(pictures: pictures, classNames: classes.names, warnings: warnings)
  }
}
