import Testing

/// Values and combinations of options that make no sense: exit code 2, before anything is read.
@Suite struct MalformedArgumentTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("a.png")
  }

  private static let valued = [
    "model", "weights", "names", "data", "weights-dir", "input-size", "threshold", "iou", "classes",
    "exclude-classes", "max-results", "resize", "threads", "max-pixels", "output", "annotate",
  ]
  private static let flags = [
    "agnostic", "no-clip", "null", "no-orientation", "allow-truncated", "json", "jsonl", "timing",
  ]

  private func expectUsageError(_ arguments: [String], _ words: String...) throws {
    let outcome = try fixture.program.run(
      arguments: (["detect"] + arguments).map { Array($0.utf8) })
    #expect(outcome.status == 2, "\(arguments): \(outcome.errorText)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.hasSuffix("\nTry \"yolokit detect --help\".\n"), "\(arguments)")
    for word in words {
      #expect(outcome.errorText.contains(word), "\(arguments): \(outcome.errorText)")
    }
    #expect(try fixture.folder.names() == ["Weights", "a.png"])
  }

  @Test(arguments: valued)
  func everyValueIsNeededOnceAndNotEmpty(option: String) throws {
    try expectUsageError(["a.png", "--\(option)"], "--\(option) needs a value")
    try expectUsageError(["--\(option)", "--json", "a.png"], "--\(option) needs a value")
    try expectUsageError(["--\(option)", "--", "a.png"], "--\(option) needs a value")
    try expectUsageError(["--\(option)=", "a.png"], "--\(option): found \"\"")
    try expectUsageError(["--\(option)", "", "a.png"], "--\(option): found \"\"")
    if !option.hasSuffix("classes") {
      try expectUsageError(
        ["--\(option)=1", "--\(option)=1", "a.png"], "--\(option) is given twice")
    }
  }

  @Test(arguments: flags)
  func flagsTakeNoValue(option: String) throws {
    try expectUsageError(["--\(option)=yes", "a.png"], "--\(option) takes no value", "\"yes\"")
  }

  @Test(
    arguments: [
      (
        "threshold",
        ["-0.1", "1.01", "nan", "inf", "0x1p-1", "0,5", "1e400", "٠.٥", "half", " 0.5"]
      ),
      ("iou", ["-1", "2", "NaN", "--json", "0.5x"]),
      ("max-results", ["0", "-1", "1.5", "99999999999999999999", "all"]),
      ("threads", ["0", "-1", "257", "1024", "2.0", "many"]),
      ("max-pixels", ["0", "-5", "1e6", "9223372036854775808"]),
      (
        "input-size",
        ["0", "-416", "416x", "x416", "416x416x3", "416*416", "65537", "416x0", "4 16", "416x-1"]
      ),
      ("resize", ["Letterbox", "crop", "stretchh"]),
      (
        "classes",
        ["dog,,cat", ",", " ", "dgo", "2", "-1", "99999999999999999999", "dog\u{1B}[31m"]
      ),
      ("exclude-classes", ["unicorn", "dog,", "0.5"]),
    ] as [(String, [String])])
  func valuesOutOfRange(option: String, values: [String]) throws {
    for value in values {
      let found = value == "--json" ? "needs a value" : "found \""
      try expectUsageError(["-m", "tiny", "--\(option)", value, "a.png"], "--\(option)", found)
    }
  }

  @Test(arguments: [
    ["--json", "--jsonl"], ["--classes", "dog", "--exclude-classes", "dog"],
    ["--names", "n", "--data", "d"], ["--model", "./a.cfg", "--weights-dir", "Weights"],
  ])
  func optionsThatExcludeEachOther(options: [String]) throws {
    try expectUsageError(options + ["a.png"], "exclude each other")
  }

  @Test func valuesThatAreNotText() throws {
    for option in ["--model", "--classes", "--input-size", "--threshold"] {
      let outcome = try fixture.program.run(
        arguments: [Array("detect".utf8), Array(option.utf8), [0x66, 0xFF], Array("a.png".utf8)])
      #expect(outcome.status == 2)
      #expect(outcome.errorText.contains("\(option): found \"f\u{FFFD}\", expected text in UTF-8"))
    }
  }

  @Test func numbersAtTheirLimits() throws {
    let outcome = try fixture.detect(
      "--threshold=1", "--iou=0", "--max-results=9223372036854775807", "--threads=256",
      "--max-pixels=9223372036854775807", "--input-size=32x64", "a.png")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.text == "a.png\n  no objects\n")
    // Smaller than its largest stride allows is still a network.
    #expect(try fixture.detect("--input-size=1", "a.png").status == 0)
  }

  @Test func coordinatesStandInColumns() throws {
    // Nine cells of 21 pixels: positions of one and of two digits.
    let outcome = try fixture.detect("--input-size", "96", "a.png")
    let lines = outcome.text.split(separator: "\n").dropFirst().map { Array($0) }
    #expect(lines.count == 9)
    let columns = Set(lines.map { line in line.indices.filter { "(,)".contains(line[$0]) } })
    #expect(columns.count == 1, "\(outcome.text)")
    let first = lines.map { String($0) }.sorted().first
    #expect(first?.hasSuffix("( 5,  8)-(16, 13)") == true, "\(outcome.text)")
  }
}
