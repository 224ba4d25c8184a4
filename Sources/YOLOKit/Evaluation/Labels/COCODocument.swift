import FoundationEssentials

/// A COCO file as its JSON says it, before anything is checked.
struct COCODocument: Decodable {
  struct Image: Decodable {
    let id: Int
    let file_name: String
    let width: Int?
    let height: Int?
  }

  struct Category: Decodable {
    let id: Int
    let name: String
  }

  struct Annotation: Decodable {
    let id: Int
    let image_id: Int
    let category_id: Int
    let bbox: [Double]
    let area: Double?
    let iscrowd: Int?
  }

  let images: [Image]
  let annotations: [Annotation]
  let categories: [Category]

  /// Reads JSON.
  static func decode(_ json: [UInt8], file: String) throws(LabelError) -> COCODocument {
    do {
      return try JSONDecoder().decode(COCODocument.self, from: Data(json))
    } catch let error as DecodingError {
      throw LabelError(error, file: file)
    } catch {
      throw .notCOCO(file: file, reason: "\(error)")
    }
  }
}

extension LabelError {
  /// The decoder's error, with the place as a path like `annotations[3].bbox`.
  fileprivate init(_ error: DecodingError, file: String) {
    switch error {
    case .keyNotFound(let key, let context):
      let place = Self.place(context.codingPath + [key])
      self = .invalidValue(file: file, place: place, found: "missing", expected: "a value")
    case .valueNotFound(let type, let context):
      self = .invalidValue(
        file: file, place: Self.place(context.codingPath), found: "null",
        expected: Self.name(of: type))
    case .typeMismatch(let type, let context):
      guard !context.codingPath.isEmpty else {
        self = .notCOCO(file: file, reason: "it holds no object")
        return
      }
      self = .invalidValue(
        file: file, place: Self.place(context.codingPath), found: "something else",
        expected: Self.name(of: type))
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      self = .invalidValue(
        file: file, place: Self.place(context.codingPath), found: "a value that does not fit",
        expected: context.debugDescription)
    case .dataCorrupted(let context):
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self = .notCOCO(file: file, reason: reason)
    @unknown default:
      self = .notCOCO(file: file, reason: "\(error)")
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return text + "[\(index)]" }
      return text + (text.isEmpty ? "" : ".") + key.stringValue
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is [Any].Type: "a list"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
