/// An object that a person marked in a picture.
public struct GroundTruthObject: Sendable, Hashable {
  /// The class, as the index of the model's output, from 0.
  public var classIndex: Int
  /// Where, in pixels of the picture.
  public var box: EvaluationBox
  /// How large the object itself is, in square pixels; it decides between small, medium and large.
  ///
  /// COCO counts the pixels of the object's outline, so this is less than the area of its box.
  public var area: Double
  /// Whether the box is around a crowd of objects: not to be found, but no mistake either.
  public var isCrowd: Bool
  /// The number of the annotation in its file.
  ///
  /// Only 0 matters: pycocotools takes a match with annotation 0 for none, and so does
  /// ``COCOEvaluator``.
  public var id: Int

  /// Makes an object.
  ///
  /// - Parameters:
  ///   - classIndex: The index of the model's output, from 0.
  ///   - box: Where, in pixels.
  ///   - area: The object's own area, in square pixels; nil for that of the box.
  ///   - isCrowd: Whether it is a crowd.
  ///   - id: The number of the annotation.
  public init(
    classIndex: Int, box: EvaluationBox, area: Double? = nil, isCrowd: Bool = false, id: Int = 1
  ) {
    self.classIndex = classIndex
    self.box = box
    self.area = area ?? box.area
    self.isCrowd = isCrowd
    self.id = id
  }
}
