import CommandLineKit

/// Writes results as one JSON object: `model`, `images`, `errors`.
struct JSONReportWriter: ReportWriter {
  /// Whether to add how long each stage took.
  let showsTiming: Bool

  private var loadSeconds = 0.0
  private var failures: [FailureReport] = []
  private var timings: [PictureTiming] = []
  private var hasPictures = false

  /// Makes a writer.
  init(showsTiming: Bool) { self.showsTiming = showsTiming }

  mutating func begin(_ run: RunReport) -> String {
    loadSeconds = run.loadSeconds
    return "{\"model\": \(run.json.text),\n\"images\": ["
  }

  mutating func picture(_ report: PictureReport) -> String {
    defer { hasPictures = true }
    if showsTiming { timings.append(report.timing) }
    return (hasPictures ? ",\n" : "\n") + report.json(showsTiming: showsTiming).text
  }

  mutating func failure(_ report: FailureReport) -> String {
    failures.append(report)
    return ""
  }

  mutating func end() -> String {
    let errors = JSONValue.array(failures.map(\.json)).text
    var text = (hasPictures ? "\n]" : "]") + ",\n\"errors\": \(errors)"
    if showsTiming {
      let medians = PictureTiming.json(PictureTiming.medians(of: timings))
      let timing = JSONValue.members([
        "load": PictureTiming.milliseconds(loadSeconds), "median": medians,
      ])
      text += ",\n\"timing\": \(timing.text)"
    }
    return text + "}\n"
  }
}

/// Writes results as JSON objects, one a line: those of pictures have `detections`, those of
/// failures have `error`.
struct JSONLinesReportWriter: ReportWriter {
  /// Whether to add how long each stage took.
  let showsTiming: Bool

  mutating func begin(_ run: RunReport) -> String { "" }

  mutating func picture(_ report: PictureReport) -> String {
    report.json(showsTiming: showsTiming).text + "\n"
  }

  mutating func failure(_ report: FailureReport) -> String {
    JSONValue.members(["file": .path(report.path), "error": .string(report.message)]).text + "\n"
  }

  mutating func end() -> String { "" }
}
