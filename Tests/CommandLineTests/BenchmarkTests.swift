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
    (["--serve", "--runs", "3"], "--serve and --runs exclude each other"),
    (["--serve", "--json"], "--serve and --json exclude each other"),
    (["--serve", "--model", "a,b"], "--serve and --model a,b exclude each other"),
    (["--serve", "--threads", "1,2"], "--serve and --threads 1,2 exclude each other"),
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
      #expect(try run(["--model", "tiny", "--serve"]).status == 1)
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

    @Test func requestsAreAnswered() throws {
      let outcome = try serve("run 3\nrun 1\n")
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      let lines = try outcome.text.split(separator: "\n").map {
        try ProgramUnderTest.Outcome.object(Array($0.utf8))
      }
      #expect(lines.count == 3)
      #expect(lines[0]["engine"] as? String == "yolokit")
      #expect(lines[0]["model"] as? String == "tiny")
      #expect(lines[0]["inputSize"] as? [String: Int] == ["width": 32, "height": 32])
      let times = lines[1...].compactMap { $0["networkMs"] as? [Double] }
      #expect(times.map(\.count) == [3, 1])
      #expect(times.joined().allSatisfy { $0 > 0 })
    }

    @Test(arguments: ["run", "run 0", "run 10001", "run -1", "run 2 3", "walk 2", "", "run 2 "])
    func requestsThatAreNotUnderstoodEndIt(request: String) throws {
      let outcome = try serve("run 1\n\(request)\nrun 1\n")
      #expect(outcome.status == 1)
      #expect(outcome.text.split(separator: "\n").count == 2)
      #expect(
        outcome.errorText.contains(
          "standard input, line 2: found \"\(request)\", expected \"run N\" with N in 1…10000"))
    }

    private func serve(_ input: String) throws -> ProgramUnderTest.Outcome {
      try fixture.program.run("--model", "tiny", "--threads", "1", "--serve", input: input)
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
