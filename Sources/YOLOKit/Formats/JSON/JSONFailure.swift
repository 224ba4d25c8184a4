/// How a kind of file says that its JSON is wrong, so that one reader serves them all.
protocol JSONFailure: Error {
  /// The text breaks the rules of JSON; the line counts from 1, the bytes from 0.
  static func invalidJSON(
    file: String, line: Int, byteOffset: Int, found: String, expected: String
  ) -> Self
  /// A value is wrong; the place is like `annotations[3].bbox`.
  static func invalidValue(file: String, place: String, found: String, expected: String) -> Self
}

extension LabelError: JSONFailure {}

extension ModelFormatError: JSONFailure {
  static func invalidJSON(
    file: String, line: Int, byteOffset: Int, found: String, expected: String
  ) -> ModelFormatError {
    .convertedModel(
      file: file, place: "byte \(byteOffset) of its JSON text", found: shortened(found),
      expected: expected)
  }

  static func invalidValue(
    file: String, place: String, found: String, expected: String
  ) -> ModelFormatError {
    .convertedModel(
      file: file, place: shortened(place), found: shortened(found), expected: expected)
  }
}
