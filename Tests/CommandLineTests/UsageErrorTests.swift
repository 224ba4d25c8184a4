import Testing

@Suite struct UsageErrorTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("a.png")
  }

  @Test(arguments: [
    (["detct"], "There is no command \"detct\". Did you mean detect?\nTry \"yolokit --help\"."),
    (["--hlep"], "There is no option --hlep. Did you mean --help?"),
    (["help", "inof"], "There is no command \"inof\". Did you mean info?"),
    (["detect"], "Nothing to work on: expected pictures, folders, patterns in quotes"),
    (["detect", "--threshhold", "1", "a.png"], "Did you mean --threshold?"),
    (
      ["detect", "--threshold", "1.5", "a.png"],
      "--threshold: found \"1.5\", expected a number in 0…1.\nTry \"yolokit detect --help\"."
    ),
    (["detect", "--iou=nan", "a.png"], "--iou: found \"nan\", expected a number in 0…1."),
    (["detect", "--max-results", "0", "a.png"], "expected a whole number, 1 or more."),
    (["detect", "--threads", "0", "a.png"], "expected a whole number in 1…256."),
    (
      ["detect", "--resize", "crop", "a.png"],
      "--resize: found \"crop\", expected one of automatic, letterbox, rectangle, "
        + "validation-letterbox, validation-rectangle, stretch."
    ),
    (["detect", "--input-size", "416x", "a.png"], "expected pixels as N or WIDTHxHEIGHT"),
    (["detect", "--input-size", "1x2x3", "a.png"], "expected pixels as N or WIDTHxHEIGHT"),
    (["detect", "--json", "--jsonl", "a.png"], "--json and --jsonl exclude each other"),
    (
      ["detect", "--classes", "dog", "--exclude-classes", "cat", "a.png"],
      "--classes and --exclude-classes exclude each other"
    ),
    (["detect", "--classes", "dog,,cat", "a.png"], "none of them empty"),
    (["detect", "--names", "a", "--data", "b", "a.png"], "--names and --data exclude each other"),
    (
      ["detect", "--model", "a.cfg", "--weights-dir", "b", "a.png"],
      "--weights-dir and a.cfg exclude each other"
    ),
    (["detect", "a.png", "--model"], "--model needs a value: --model NAME|FILE."),
    (["detect", "--timing=1", "a.png"], "--timing takes no value, found \"1\"."),
    (["detect", "-a.png"], "There is no option -a.png. Did you mean ./-a.png?"),
    (["info"], "Nothing to work on: expected one model"),
    (["info", "a", "b"], "\"b\" is too much: expected one model"),
    (["info", ""], "model: found \"\", expected a name or a path"),
  ])
  func mistakesEndWithTwo(arguments: [String], message: String) throws {
    let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(outcome.errorText.hasPrefix("yolokit: "))
  }

  @Test(arguments: [
    (
      ["--classes", "dgo"],
      "--classes: found \"dgo\", expected a class of the model (did you mean "
        + "\"dog\"?)."
    ),
    (
      ["--exclude-classes", "zebra"], "expected a class of the model; \"yolokit info\" lists them."
    ),
    (["--classes", "2"], "--classes: found \"2\", expected a class number in 0…1."),
    (["--classes", "-1"], "--classes: found \"-1\", expected a class number in 0…1."),
  ])
  func classesThatTheModelDoesNotHave(options: [String], message: String) throws {
    let arguments = ["detect", "--model", "tiny", "a.png"] + options
    let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
    #expect(outcome.status == 2)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }
}
