/// What was odd about files: the first warnings, and how many more there were.
///
/// A file of a million misspelt lines is told about as shortly as one of a hundred.
struct WarningList: Sendable {
  /// The most warnings that are kept.
  static let limit = 100

  private var kept: [String] = []
  private var leftOut = 0

  /// Adds a warning; its text is only made where it is kept.
  mutating func append(_ text: @autoclosure () -> String) {
    if kept.count < Self.limit {
      kept.append(text())
    } else {
      leftOut += 1
    }
  }

  /// Adds the warnings of another list.
  mutating func append(contentsOf other: WarningList) {
    for text in other.kept { append(text) }
    leftOut += other.leftOut
  }

  /// The warnings in the order in which they came; the last one tells how many are missing.
  var texts: [String] {
    leftOut == 0 ? kept : kept + ["there are \(leftOut) more warnings of this kind"]
  }
}
