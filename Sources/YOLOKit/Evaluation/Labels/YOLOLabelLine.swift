/// One line of a YOLO label file.
struct YOLOLabelLine {
  private let words: [Substring]
  private let file: String
  private let line: Int

  /// Takes the words of a line.
  init(_ words: [Substring], file: String, line: Int) {
    self.words = words
    self.file = file
    self.line = line
  }

  /// Reads the line.
  ///
  /// - Parameter classCount: How many classes there are.
  /// - Returns: The object.
  /// - Throws: ``LabelError/invalidLine(file:line:found:expected:)``.
  func object(classCount: Int) throws(LabelError) -> YOLOLabels.Object {
    let isOutline = words.count >= 7 && words.count.isMultiple(of: 2) == false
    guard words.count == 5 || isOutline else {
      throw invalid(
        "\(words.count) words",
        "class cx cy width height, or a class and at least three corners x y")
    }
    let index = try classIndex(below: classCount)
    let numbers = try fractions()
    return YOLOLabels.Object(
      classIndex: index, box: isOutline ? Self.bounds(numbers) : Self.centered(numbers))
  }

  /// Some programs write the class as `0.0` or `0.000000`.
  private func classIndex(below count: Int) throws(LabelError) -> Int {
    guard let number = Double(words[0]), let index = Int(exactly: number), index >= 0,
      index < count
    else {
      throw invalid("the class \"\(words[0])\"", "a class of the model, 0…\(count - 1)")
    }
    return index
  }

  private func fractions() throws(LabelError) -> [Double] {
    try words.dropFirst().map { word throws(LabelError) in
      guard let number = Double(word), (0...1).contains(number) else {
        throw invalid("\"\(word)\"", "a fraction of the picture's side, 0…1")
      }
      return number
    }
  }

  private static func centered(_ numbers: [Double]) -> EvaluationBox {
    EvaluationBox(
      x: numbers[0] - numbers[2] / 2, y: numbers[1] - numbers[3] / 2, width: numbers[2],
      height: numbers[3])
  }

  private static func bounds(_ numbers: [Double]) -> EvaluationBox {
    let xs = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
    let ys = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return EvaluationBox(
      x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  private func invalid(_ found: String, _ expected: String) -> LabelError {
    // A word can be as long as the file.
    let shown = found.count > 60 ? found.prefix(60) + "…" : found[...]
    return .invalidLine(file: file, line: line, found: String(shown), expected: expected)
  }
}
