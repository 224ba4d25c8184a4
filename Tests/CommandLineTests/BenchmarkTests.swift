import Testing

/// The program `yolokit-benchmark` from outside.
@Suite struct BenchmarkTests {
  private var fixture: Fixture
  private static let quick = ["--model", "tiny", "--runs", "3", "--warm-up", "1"]

  init() throws {
    fixture = try Fixture()
    fixture.program.name = "yolokit-benchmark"
  }

  private func run(_ arguments: [String]) throws -> ProgramUnderTest.Outcome {
    try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
  }

  @Test(arguments: [["--help"], ["-h"], ["--layers", "--help"]])
  func helpNamesTheProgramOnly(arguments: [String]) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 0)
    try Snapshot.expect(outcome.text, matches: "help-benchmark")
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func versionIsThatOfThePackage() throws {
    let outcome = try run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text == "yolokit-benchmark 0.1.0\n")
  }

  @Test(arguments: [
    (["picture.jpg"], "\"picture.jpg\" is too much"),
    (["--threads", "0"], "--threads: found \"0\", expected whole numbers in 1…256"),
    (["--threads", "1,two"], "--threads: found \"two\""),
    (["--threads", "1,,2"], "--threads: found \"1,,2\""),
    (["--detectors", "0"], "--detectors: found \"0\", expected whole numbers in 1…64"),
    (["--detectors", "1,65"], "--detectors: found \"65\""),
    (["--runs", "0"], "--runs: found \"0\""),
    (["--warm-up", "-1"], "--warm-up: found \"-1\""),
    (["--synthetic", "--weights", "w"], "--synthetic and --weights exclude each other"),
    (["--model", "a,b", "--weights", "w"], "the weights belong to one model"),
    (["--layer"], "There is no option --layer. Did you mean --layers?"),
  ])
  func mistakesAreNamed(arguments: [String], message: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(outcome.errorText.hasSuffix("Try \"yolokit-benchmark --help\".\n"))
  }

  #if DEBUG
    @Test func debugBuildsMeasureNothing() throws {
      let outcome = try run(Self.quick + ["--output", "figures.txt"])
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorText.hasPrefix("yolokit-benchmark: This is a debug build"))
      #expect(try fixture.folder.names() == ["Weights"])
    }
  #else
    @Test func figuresAreWritten() throws {
      var program = fixture.program
      program.environment = ["OPENBLAS_TEST": "a=b"]
      let outcome = try program.run(
        arguments: (Self.quick + ["--threads", "1,2", "--json"]).map { Array($0.utf8) })
      #expect(outcome.status == 0)
      let object = try outcome.json()
      #expect(object.objects("rows").compactMap { $0["threads"] as? Int } == [1, 2])
      let machine = try #require(object["machine"] as? [String: Any])
      #expect(machine["environment"] as? [String: String] == ["OPENBLAS_TEST": "a=b"])
      let toFile = try run(Self.quick + ["--output", "figures.txt"])
      #expect(toFile.output.isEmpty)
      let text = String(decoding: try fixture.folder.read("figures.txt"), as: UTF8.self)
      #expect(text.contains("\ntiny  "))
    }

    @Test func filesThatCannotBeUsedAreNamed() throws {
      for option in ["--model", "--weights", "--image"] {
        let outcome = try run([option, "no.file/a.cfg"])
        #expect(outcome.status == 1)
        #expect(outcome.errorText.contains("no.file/a.cfg"), "\(outcome.errorText)")
      }
    }
  #endif
}
