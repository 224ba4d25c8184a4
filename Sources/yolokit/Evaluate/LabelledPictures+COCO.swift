import CommandLineKit
import YOLOKit

extension LabelledPictures {
  /// Finds the pictures in a COCO file, by the ends of their paths.
  ///
  /// - Parameters:
  ///   - paths: The pictures.
  ///   - labels: The file.
  ///   - classes: The model's classes.
  /// - Returns: The pictures that the file lists, in the order of their ids; the others are left out
  ///   with a warning.
  /// - Throws: `LabelError` or ``EvaluationInputError``.
  static func matching(
    _ paths: [SystemPath], in labels: COCOLabels, classes: ClassLabels
  ) throws -> LabelledPictures {
    let mapping = try CategoryMapping(labels.categories, to: classes, file: labels.file)
    let index = COCOFileIndex(labels)
    var found: [Int: (path: SystemPath, image: COCOLabels.Image)] = [:]
    var missing: [SystemPath] = []
    for path in paths {
      guard let image = try index.image(for: path) else {
        missing.append(path)
        continue
      }
      if let other = found[image.id]?.path {
        throw EvaluationInputError.sharedLabels(
          labels: "\(labels.file): \(VisibleText.of(image.fileName))", first: other.description,
          second: path.description)
      }
      found[image.id] = (path, image)
    }
    if found.isEmpty, let first = paths.first {
      throw EvaluationInputError.noLabels(
        labels: labels.file, pictureCount: paths.count, picture: first.description,
        expected: "an image with the file name \(first.lastComponent)")
    }
    let pictures = found.values.sorted { $0.image.id < $1.image.id }.map { path, image in
      Picture(
        path: path, labels: .coco(image, labels.objects(ofImage: image.id, mapping)))
    }
    var warnings = labels.warnings + Self.warnings(mapping, labels.file)
    if let first = missing.first {
      warnings.append(
        "\(labels.file): \(missing.count) of \(paths.count) pictures are not in it and are left "
          + "out, such as \(first)")
    }
    if pictures.count < labels.images.count {
      warnings.append(
        "\(labels.file): \(labels.images.count - pictures.count) of its \(labels.images.count) "
          + "images are not among the pictures and do not count")
    }
    return LabelledPictures(
      pictures: pictures, classNames: mapping.classNames, warnings: warnings)
  }

  private static func warnings(_ mapping: CategoryMapping, _ file: String) -> [String] {
    let names = mapping.unknownCategories.map(VisibleText.of)
    guard !names.isEmpty else { return [] }
    return [
      "\(file): the model has no class for \(names.count) of its categories; their objects count as "
        + "missed: " + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " ..." : "")
    ]
  }
}
