/// A COCO file as its JSON says it, before anything is checked.
struct COCODocument {
  struct Image {
    let id: Int
    let fileName: String
    let width: Int?
    let height: Int?
  }

  struct Category {
    let id: Int
    let name: String
  }

  struct Annotation {
    let id: Int
    let imageID: Int
    let categoryID: Int
    let box: [Double]
    let area: Double?
    let isCrowd: Bool
  }

  let images: [Image]
  let annotations: [Annotation]
  let categories: [Category]

  /// Reads JSON; of members that stand there twice the last one counts.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - file: What errors call it.
  /// - Throws: ``LabelError``, where a value is of the wrong kind or missing.
  init(_ json: [UInt8], file: String) throws(LabelError) {
    var reader = JSONReader<LabelError>(json, file: file)
    var images: [Image]?
    var annotations: [Annotation]?
    var categories: [Category]?
    try reader.readObject { key, reader throws(LabelError) in
      switch key {
      case "images": images = try Self.list(&reader, Image.init)
      case "annotations": annotations = try Self.list(&reader, Annotation.init)
      case "categories": categories = try Self.list(&reader, Category.init)
      default: try reader.skip()
      }
    }
    try reader.finish()
    self.images = try reader.present(images, "images")
    self.annotations = try reader.present(annotations, "annotations")
    self.categories = try reader.present(categories, "categories")
  }

  private static func list<Element>(
    _ reader: inout JSONReader<LabelError>,
    _ read: (inout JSONReader<LabelError>) throws(LabelError) -> Element
  ) throws(LabelError) -> [Element] {
    var elements: [Element] = []
    try reader.readList { reader throws(LabelError) in elements.append(try read(&reader)) }
    return elements
  }
}

extension COCODocument.Image {
  /// Reads an element of `images`.
  init(_ reader: inout JSONReader<LabelError>) throws(LabelError) {
    var id: Int?
    var name: String?
    var width: Int?
    var height: Int?
    try reader.readObject { key, reader throws(LabelError) in
      switch key {
      case "id": id = try reader.readInteger()
      case "file_name": name = try reader.readString()
      case "width": width = reader.readNull() ? nil : try reader.readInteger()
      case "height": height = reader.readNull() ? nil : try reader.readInteger()
      default: try reader.skip()
      }
    }
    self.id = try reader.present(id, "id")
    fileName = try reader.present(name, "file_name")
    self.width = width
    self.height = height
  }
}

extension COCODocument.Category {
  /// Reads an element of `categories`.
  init(_ reader: inout JSONReader<LabelError>) throws(LabelError) {
    var id: Int?
    var name: String?
    try reader.readObject { key, reader throws(LabelError) in
      switch key {
      case "id": id = try reader.readInteger()
      case "name": name = try reader.readString()
      default: try reader.skip()
      }
    }
    self.id = try reader.present(id, "id")
    self.name = try reader.present(name, "name")
  }
}

extension COCODocument.Annotation {
  /// Reads an element of `annotations`; outlines are skipped.
  init(_ reader: inout JSONReader<LabelError>) throws(LabelError) {
    var id: Int?
    var imageID: Int?
    var categoryID: Int?
    var box: [Double]?
    var area: Double?
    var isCrowd = false
    try reader.readObject { key, reader throws(LabelError) in
      switch key {
      case "id": id = try reader.readInteger()
      case "image_id": imageID = try reader.readInteger()
      case "category_id": categoryID = try reader.readInteger()
      case "bbox":
        var numbers: [Double] = []
        try reader.readList { reader throws(LabelError) in
          numbers.append(try reader.readNumber())
        }
        box = numbers
      case "area": area = reader.readNull() ? nil : try reader.readNumber()
      case "iscrowd": isCrowd = try reader.readInteger() != 0
      default: try reader.skip()
      }
    }
    self.id = try reader.present(id, "id")
    self.imageID = try reader.present(imageID, "image_id")
    self.categoryID = try reader.present(categoryID, "category_id")
    self.box = try reader.present(box, "bbox")
    self.area = area
    self.isCrowd = isCrowd
  }
}
