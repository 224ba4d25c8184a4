import Testing

@testable import YOLOKit

/// COCO's label files.
@Suite struct COCOLabelsTests {
  private static let images =
    #""images": [{"id": 7, "file_name": "b.jpg", "width": 64, "height": 48}, "#
    + #"{"id": 2, "file_name": "x/a.jpg"}]"#
  private static let categories = #""categories": [{"id": 18, "name": "dog"}]"#

  private static func annotation(_ members: String = "", box: String = "[1, 2, 30, 40]") -> String {
    #"{"id": 5, "image_id": 7, "category_id": 18, "bbox": \#(box)\#(members)}"#
  }

  private static func read(
    _ annotations: String, images: String = images, categories: String = categories
  ) throws(LabelError) -> COCOLabels {
    let text = "{\(images), \(categories), \"annotations\": [\(annotations)]}"
    return try COCOLabels(json: Array(text.utf8), file: "l.json")
  }

  @Test func everythingIsRead() throws {
    let labels = try Self.read(
      Self.annotation(#", "area": 700.5, "iscrowd": 1, "segmentation": {"counts": [1, 2]}"#))
    #expect(labels.images.map(\.id) == [2, 7])
    #expect(labels.images.map(\.fileName) == ["x/a.jpg", "b.jpg"])
    #expect(labels.images.map(\.width) == [nil, 64])
    #expect(labels.warnings.isEmpty)
    let annotation = try #require(labels.annotations(ofImage: 7).first)
    #expect(annotation.box == EvaluationBox(x: 1, y: 2, width: 30, height: 40))
    #expect(annotation.area == 700.5)
    #expect(annotation.isCrowd)
    #expect(labels.annotations(ofImage: 2).isEmpty)
    let mapping = try CategoryMapping(
      labels.categories, to: ClassLabels(["cat", "dog"]), file: "l.json")
    let object = try #require(labels.objects(ofImage: 7, mapping).first)
    #expect(
      object
        == GroundTruthObject(
          classIndex: 1, box: annotation.box, area: 700.5, isCrowd: true, id: 5))
  }

  @Test func oddThingsAreToldOf() throws {
    let stray = #"{"id": 6, "image_id": 99, "category_id": 18, "bbox": [], "area": 1}"#
    let zero = #"{"id": 0, "image_id": 7, "category_id": 18, "bbox": [0, 0, 5, 6], "area": 1}"#
    let labels = try Self.read([Self.annotation(), stray, zero].joined(separator: ","))
    #expect(labels.annotations(ofImage: 7).map(\.area) == [1200, 1])
    #expect(labels.annotations(ofImage: 99).isEmpty)
    #expect(
      labels.warnings == [
        "l.json: 1 annotation of pictures or categories that the file does not list; left out",
        "l.json: 1 annotation without an area; that of the box stands for it",
        "l.json: 1 annotation with the id 0, which the COCO method never counts as found; number "
          + "annotations from 1",
      ])
  }

  @Test(arguments: [
    (annotation(box: "[1, 2, 3]"), "annotations[0].bbox is [1.0, 2.0, 3.0], expected [x, y"),
    (annotation(box: "[1, 2, -3, 4]"), "annotations[0].bbox is"),
    (annotation(box: "[0, 0, 1e300, 1e300]"), "annotations[0].bbox is"),
    (
      annotation(box: "[1, 2, \"3\", 4]"),
      "annotations[0].bbox[2] is a text, expected a number"
    ),
    (annotation(box: "null"), "annotations[0].bbox is null, expected a list"),
    (annotation(#", "area": -1"#), "annotations[0].area is -1.0, expected 0 or more"),
    (annotation() + "," + annotation(), "annotations[1].id is 5, which an earlier one has"),
    (#"{"id": 1}"#, "annotations[0].image_id is missing"),
    (#"{"id": "one"}"#, "annotations[0].id is a text, expected a whole number"),
    (#"{"id": 1.5}"#, "annotations[0].id is 1.5, expected a whole number"),
    ("[", "annotations[0] is a list, expected an object"),
    ("1", "annotations[0] is a number, expected an object"),
  ])
  func brokenAnnotationsAreRefused(annotations: String, message: String) {
    let error = #expect(throws: LabelError.self) { try Self.read(annotations) }
    #expect(
      error?.description.hasPrefix("l.json: \(message)") == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (#""images": [{"id": 1, "file_name": ""}]"#, "images[0].file_name is empty"),
    (#""images": [{"id": 1}]"#, "images[0].file_name is missing"),
    (#""images": [{"id": 1, "file_name": "a", "width": 0}]"#, "images[0].width is 0"),
    (#""images": [{"id": 1, "file_name": "a"}, {"id": 1, "file_name": "b"}]"#, "images[1].id is 1"),
    (#""images": 3"#, "images is a number, expected a list"),
    (#""pictures": []"#, "images is missing"),
  ])
  func brokenImagesAreRefused(images: String, message: String) {
    let error = #expect(throws: LabelError.self) { try Self.read("", images: images) }
    #expect(
      error?.description.hasPrefix("l.json: \(message)") == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("", "l.json:1: byte 0: found the end of the file, expected an object."),
    ("{\n \"images\": [}", "l.json:2: byte 14: found \"}\", expected an object."),
    ("{\"info\": {\"a\": [1, 2}}", "l.json:1: byte 20: found \"}}\", expected ] or ,."),
    ("{\"info\" 1}", "l.json:1: byte 8: found \"1}\", expected :."),
    (
      "{\"images\": [], \"categories\": [], \"annotations\": []} x",
      "l.json:1: byte 52: found \"x\""
    ),
    ("null", "l.json: the file is null, expected an object."),
    ("[]", "l.json: the file is a list, expected an object."),
  ])
  func otherFilesAreRefused(text: String, message: String) {
    let error = #expect(throws: LabelError.self) {
      try COCOLabels(json: Array(text.utf8), file: "l.json")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    LabelError.unreadable(file: "a\nb", reason: "r"),
    .invalidJSON(file: "a\u{1B}[2J", line: 1, byteOffset: 2, found: "\u{202E}", expected: "{"),
    .invalidValue(file: "a", place: "b\r", found: "\u{9B}", expected: "c"),
    .noCommonClass(file: "a", categories: ["\n"], classes: ["dog\t"]),
  ])
  func messagesAreOneLine(error: LabelError) {
    let hidden = error.description.unicodeScalars.filter {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
    }
    #expect(hidden.isEmpty, "\(error)")
  }

  @Test func missingFilesAreNamed() {
    let error = #expect(throws: LabelError.self) { try COCOLabels(path: "/no/such.json") }
    #expect(error == .unreadable(file: "/no/such.json", reason: "No such file or directory"))
  }
}
