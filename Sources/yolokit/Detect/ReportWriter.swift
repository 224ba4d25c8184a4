/// Turns the results of a run into text, piece by piece, so that each can be written as soon as it
/// is there.
protocol ReportWriter {
  /// What stands before the first picture.
  mutating func begin(_ run: RunReport) -> String
  /// What a picture held.
  mutating func picture(_ report: PictureReport) -> String
  /// That a picture gave no result.
  mutating func failure(_ report: FailureReport) -> String
  /// What stands after the last picture.
  mutating func end() -> String
}

extension DetectOptions.Format {
  /// The writer of a format.
  func writer(showsTiming: Bool) -> any ReportWriter {
    switch self {
    case .text: TextReportWriter()
    case .json: JSONReportWriter(showsTiming: showsTiming)
    case .jsonLines: JSONLinesReportWriter(showsTiming: showsTiming)
    }
  }
}
