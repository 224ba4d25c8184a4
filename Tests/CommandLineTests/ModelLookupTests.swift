import Foundation
import Testing

@Suite struct ModelLookupTests {
  private var fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("a.png")
  }

  @Test func aMissingModelSaysWhatWasLookedForAndWhere() throws {
    try fixture.folder.write("", to: "Half/other.cfg")
    let outcome = try fixture.program.run(
      "detect", "--model", "other", "--weights-dir", "Half", "a.png")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText == """
        yolokit: The model "other" is not here. Looked in:
          Half (--weights-dir): no other.weights
        Run "Tools/fetch-weights other" to download it, or name the files:
          --model FILE.cfg --weights FILE --names FILE

        """)
  }

  @Test func aMistypedModelGetsASuggestion() throws {
    let outcome = try fixture.program.run("info", "tinny", "--weights-dir", "Weights")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("Weights (--weights-dir): no tinny.cfg\n"))
    #expect(outcome.errorText.contains("Did you mean tiny?\n"))
  }

  @Test func aMissingFolderIsNamed() throws {
    let outcome = try fixture.program.run("detect", "--weights-dir", "none", "a.png")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("none (--weights-dir): no such folder\n"))
  }

  @Test func theEnvironmentComesBeforeTheCurrentFolder() throws {
    try TinyModel.write(to: fixture.folder, in: "Elsewhere")
    var program = fixture.program
    program.environment = ["YOLOKIT_WEIGHTS": fixture.folder.path("Elsewhere")]
    let elsewhere = try program.run("detect", "--model", "tiny", "--json", "a.png").json()
    #expect(Self.configuration(elsewhere) == fixture.folder.path("Elsewhere/tiny.cfg"))
    program.environment = ["YOLOKIT_WEIGHTS": fixture.folder.path("none")]
    let here = try program.run("detect", "--model", "tiny", "--json", "a.png").json()
    #expect(Self.configuration(here) == "./Weights/tiny.cfg")
  }

  private static func configuration(_ object: [String: Any]) -> String? {
    (object["model"] as? [String: Any])?["configuration"] as? String
  }

  @Test func filesBesideTheConfigurationAreFound() throws {
    let outcome = try fixture.program.run("detect", "--model", "Weights/tiny.cfg", "a.png")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("dog:"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func filesCanBeNamedOneByOne() throws {
    try fixture.folder.write(TinyModel.weights(), to: "w.bin")
    try fixture.folder.write("cat\nbus\n", to: "n.txt")
    try fixture.folder.write(TinyModel.configuration, to: "alone/c.cfg")
    let outcome = try fixture.program.run(
      "detect", "--model", "alone/c.cfg", "--weights", "w.bin", "--names", "n.txt", "a.png")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("cat:"))
  }

  @Test func withoutNamesClassesHaveNumbers() throws {
    try fixture.folder.write(TinyModel.configuration, to: "alone/c.cfg")
    try fixture.folder.write(TinyModel.weights(), to: "alone/c.weights")
    let outcome = try fixture.program.run("detect", "--model", "alone/c.cfg", "a.png")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("class 0:"))
    #expect(outcome.errorText.contains("warning: no file with class names is beside the cfg"))
  }

  @Test func aDataFileSaysWhereTheNamesAre() throws {
    try fixture.folder.write("classes = 2\nnames = n.txt\n", to: "my.data")
    try fixture.folder.write("cat\nbus\n", to: "n.txt")
    let outcome = try fixture.program.run(
      "detect", "--model", "tiny", "--data", "my.data", "a.png")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.text.contains("cat:"))
    try fixture.folder.write("classes = 2\n", to: "my.data")
    let without = try fixture.program.run(
      "detect", "--model", "tiny", "--data", "my.data", "a.png")
    #expect(without.status == 1)
    #expect(without.errorText.contains("my.data: found no line names=FILE"))
  }

  @Test(arguments: [
    (["--model", "no.cfg"], "no.cfg: there is no such file (the network's description)"),
    (["--model", "tiny", "--weights", "no.bin"], "no.bin: there is no such file"),
    (["--model", "tiny", "--names", "no.txt"], "no.txt: there is no such file"),
    (["--model", "tiny", "--data", "no.data"], "no.data: there is no such file"),
  ])
  func missingFilesAreNamed(options: [String], message: String) throws {
    let arguments = ["detect"] + options + ["a.png"]
    let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  /// A checkpoint has weights and names of its own; others beside it would be ignored.
  @Test(arguments: ["--weights", "--names", "--data"])
  func otherFilesBesideACheckpointAreRefused(option: String) throws {
    try fixture.folder.write("", to: "Weights/whole.pt")
    for model in ["whole", "Weights/whole.pt"] {
      let outcome = try fixture.program.run(
        "detect", "--model", model, option, "Weights/tiny.names", "a.png")
      #expect(outcome.status == 2)
      #expect(
        outcome.errorText.contains("Weights/whole.pt exclude each other: a checkpoint holds"),
        "\(outcome.errorText)")
      #expect(outcome.errorText.contains(option))
    }
  }

  @Test func damagedFilesAreRefused() throws {
    try fixture.folder.write(Array(TinyModel.weights().dropLast(4)), to: "short.bin")
    let outcome = try fixture.program.run(
      "detect", "--model", "tiny", "--weights", "short.bin", "a.png")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.hasPrefix("yolokit: short.bin: "))
  }
}
