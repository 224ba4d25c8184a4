/// The labels of a COCO file such as `instances_val2017.json`: pictures, categories and boxes.
///
/// Outlines (`segmentation`) and all else are not read. Source of the format:
/// <https://cocodataset.org/#format-data>.
public struct COCOLabels: Sendable {
  /// A picture.
  public struct Image: Sendable, Hashable {
    /// The picture's number; results are compared in the order of these.
    public let id: Int
    /// The picture's file, with or without folders.
    public let fileName: String
    /// In pixels; nil where the file does not say.
    public let width: Int?
    /// In pixels; nil where the file does not say.
    public let height: Int?
  }

  /// A class of objects.
  public struct Category: Sendable, Hashable {
    /// The category's number, which need not follow on the one before.
    public let id: Int
    /// The category's name.
    public let name: String
  }

  /// A box around an object.
  public struct Annotation: Sendable, Hashable {
    /// The annotation's number.
    public let id: Int
    /// The category's number.
    public let categoryID: Int
    /// Where, in pixels.
    public let box: EvaluationBox
    /// The object's own area, in square pixels.
    public let area: Double
    /// Whether it is a crowd.
    public let isCrowd: Bool
  }

  /// The longest file that is read, in bytes.
  static let sizeLimit = 1 << 29

  /// The pictures, in the order of their ids.
  public let images: [Image]
  /// The categories, in the order of their ids.
  public let categories: [Category]
  /// What was odd about the file but did not stop it from being used.
  public let warnings: [String]
  /// The file's path as it was given.
  public let file: String
  private let annotationsByImage: [Int: [Annotation]]

  /// Reads a file.
  ///
  /// - Parameter path: The JSON file, at most 512 MiB.
  /// - Throws: ``LabelError``.
  public init(path: String) throws(LabelError) {
    let bytes = try LabelFile.bytes(path: path, limit: Self.sizeLimit)
    try self.init(json: bytes, file: path)
  }

  /// Takes the bytes of a file.
  ///
  /// - Parameters:
  ///   - json: The JSON text, in UTF-8.
  ///   - file: What errors call it.
  /// - Throws: ``LabelError``.
  public init(json: [UInt8], file: String) throws(LabelError) {
    let document = try COCODocument(json, file: file)
    let checked = try COCODocumentCheck(document, file: file)
    images = checked.images
    categories = checked.categories
    warnings = checked.warnings
    annotationsByImage = checked.annotations
    self.file = file
  }

  /// The annotations of a picture, in the order of the file; none where there is no such picture.
  public func annotations(ofImage id: Int) -> [Annotation] {
    annotationsByImage[id] ?? []
  }

  /// The objects of a picture as the classes of a model; those of categories that the model does not
  /// know get classes of their own, beyond the model's.
  ///
  /// - Parameters:
  ///   - id: The picture's number.
  ///   - mapping: The classes of this file's categories.
  /// - Returns: The objects, in the order of the file.
  public func objects(ofImage id: Int, _ mapping: CategoryMapping) -> [GroundTruthObject] {
    annotations(ofImage: id).compactMap { annotation in
      mapping.classIndex(ofCategory: annotation.categoryID).map { index in
        GroundTruthObject(
          classIndex: index, box: annotation.box, area: annotation.area,
          isCrowd: annotation.isCrowd, id: annotation.id)
      }
    }
  }
}
