/// What of a COCO file holds together.
///
/// As pycocotools does, annotations of pictures or categories that the file does not list are left
/// out; unlike it, with a warning.
struct COCODocumentCheck {
  private(set) var images: [COCOLabels.Image] = []
  private(set) var categories: [COCOLabels.Category] = []
  private(set) var annotations: [Int: [COCOLabels.Annotation]] = [:]
  private(set) var warnings: [String] = []

  private let file: String

  /// Checks a file.
  ///
  /// - Throws: ``LabelError/invalidValue(file:place:found:expected:)`` for ids that occur twice,
  ///   boxes that are none and sizes out of range.
  init(_ document: COCODocument, file: String) throws(LabelError) {
    self.file = file
    try takeImages(document.images)
    try takeCategories(document.categories)
    try takeAnnotations(document.annotations)
  }

  private mutating func takeImages(_ found: [COCODocument.Image]) throws(LabelError) {
    var ids: Set<Int> = []
    for (number, image) in found.enumerated() {
      let place = "images[\(number)]"
      try unique(image.id, in: &ids, place)
      for (key, side) in [("width", image.width), ("height", image.height)] {
        guard let side, side < 1 else { continue }
        throw invalid("\(place).\(key)", "\(side)", "a number of pixels, 1 or more")
      }
      guard !image.fileName.isEmpty else {
        throw invalid("\(place).file_name", "empty", "the name of a picture")
      }
      images.append(
        COCOLabels.Image(
          id: image.id, fileName: image.fileName, width: image.width, height: image.height))
    }
    images.sort { $0.id < $1.id }
  }

  private mutating func takeCategories(_ found: [COCODocument.Category]) throws(LabelError) {
    var ids: Set<Int> = []
    for (number, category) in found.enumerated() {
      try unique(category.id, in: &ids, "categories[\(number)]")
      categories.append(COCOLabels.Category(id: category.id, name: category.name))
    }
    categories.sort { $0.id < $1.id }
  }

  private mutating func takeAnnotations(_ found: [COCODocument.Annotation]) throws(LabelError) {
    let (imageIDs, categoryIDs) = (Set(images.map(\.id)), Set(categories.map(\.id)))
    var ids: Set<Int> = []
    var (strays, withoutArea) = (0, 0)
    for (number, annotation) in found.enumerated() {
      let place = "annotations[\(number)]"
      try unique(annotation.id, in: &ids, place)
      guard imageIDs.contains(annotation.imageID), categoryIDs.contains(annotation.categoryID)
      else {
        strays += 1
        continue
      }
      let box = try box(annotation.box, "\(place).bbox")
      if annotation.area == nil { withoutArea += 1 }
      let area = annotation.area ?? box.area
      guard area >= 0 else { throw invalid("\(place).area", "\(area)", "0 or more") }
      annotations[annotation.imageID, default: []].append(
        COCOLabels.Annotation(
          id: annotation.id, categoryID: annotation.categoryID, box: box, area: area,
          isCrowd: annotation.isCrowd))
    }
    warn(strays, "of pictures or categories that the file does not list; left out")
    warn(withoutArea, "without an area; that of the box stands for it")
    warn(
      ids.contains(0) ? 1 : 0,
      "with the id 0, which the COCO method never counts as found; "
        + "number annotations from 1")
  }

  private func box(_ numbers: [Double], _ place: String) throws(LabelError) -> EvaluationBox {
    let expected = "[x, y, width, height] in pixels, the sizes not negative"
    guard numbers.count == 4 else { throw invalid(place, "\(numbers)", expected) }
    let box = EvaluationBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    guard box.isFinite, box.area.isFinite, box.width >= 0, box.height >= 0 else {
      throw invalid(place, "\(numbers)", expected)
    }
    return box
  }

  private func unique(
    _ id: Int, in ids: inout Set<Int>, _ place: String
  ) throws(LabelError) {
    guard !ids.insert(id).inserted else { return }
    throw invalid("\(place).id", "\(id), which an earlier one has", "an id of its own")
  }

  private func invalid(_ place: String, _ found: String, _ expected: String) -> LabelError {
    .invalidValue(file: file, place: place, found: found, expected: expected)
  }

  private mutating func warn(_ count: Int, _ what: String) {
    guard count > 0 else { return }
    warnings.append("\(file): \(count) annotation\(count == 1 ? "" : "s") \(what)")
  }
}
