/// The labels of one picture in YOLO's text form: `class cx cy width height`, one object a line, as
/// fractions of the picture.
///
/// A line with three or more corners, `class x1 y1 x2 y2 x3 y3 …`, is an outline; its box counts, as in
/// YOLOv5. So is a line that occurs twice taken once.
public struct YOLOLabels: Sendable, Hashable {
  /// One line.
  public struct Object: Sendable, Hashable {
    /// The class, from 0.
    public let classIndex: Int
    /// Left edge, top edge and size, as fractions of the picture.
    public let box: EvaluationBox
  }

  /// The longest file that is read, in bytes.
  static let sizeLimit = 1 << 24

  /// The objects in the order of their lines.
  public let objects: [Object]
  /// How many lines were left out because an equal one stands before them.
  public let duplicateCount: Int

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The text file, at most 16 MiB.
  ///   - classCount: How many classes the model has.
  /// - Throws: ``LabelError``, with the number of the line.
  public init(path: String, classCount: Int) throws(LabelError) {
    let bytes = try LabelFile.bytes(path: path, limit: Self.sizeLimit)
    let text = String(decoding: bytes, as: UTF8.self)
    try self.init(text: text, file: path, classCount: classCount)
  }

  /// Takes the text of a file.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - file: What errors call it.
  ///   - classCount: How many classes the model has.
  /// - Throws: ``LabelError``, with the number of the line.
  public init(text: String, file: String, classCount: Int) throws(LabelError) {
    var objects: [Object] = []
    var seen: Set<Object> = []
    var duplicates = 0
    for (number, bytes) in TextLines(Array(text.utf8)).enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      let words = line.split { $0 == " " || $0 == "\t" }
      guard !words.isEmpty else { continue }
      let parser = YOLOLabelLine(words, file: file, line: number + 1)
      let object = try parser.object(classCount: classCount)
      if seen.insert(object).inserted { objects.append(object) } else { duplicates += 1 }
    }
    self.objects = objects
    duplicateCount = duplicates
  }

  /// The objects in pixels of a picture.
  ///
  /// - Parameters:
  ///   - width: The picture's width, in pixels.
  ///   - height: The picture's height, in pixels.
  /// - Returns: The objects, in the order of their lines.
  public func objects(width: Int, height: Int) -> [GroundTruthObject] {
    let (width, height) = (Double(width), Double(height))
    return objects.enumerated().map { number, object in
      GroundTruthObject(
        classIndex: object.classIndex,
        box: EvaluationBox(
          x: object.box.x * width, y: object.box.y * height,
          width: object.box.width * width, height: object.box.height * height),
        id: number + 1)
    }
  }
}
