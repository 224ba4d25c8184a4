import Foundation
import Testing

/// Models that cannot be used: a message, exit code 1, and nothing written.
///
/// What is wrong with which file is tested with the library; these tests are about the program.
@Suite struct MalformedModelTests {
  private var fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try fixture.writePictures("a.png")
    // No file of this test needs more: the program itself takes about half of it.
    fixture.program.shell = "ulimit -v 1500000; exec \"$@\""
  }

  /// A damaged model, by the bytes of its files; nil leaves the good file as it is.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var cfg: [UInt8]?
    var weights: [UInt8]?
    var names: [UInt8]?
    let words: [String]
    var testDescription: String { name }

    static func cfg(_ name: String, _ text: String, _ words: String...) -> Case {
      Case(name: name, cfg: Array(text.utf8), words: words)
    }

    static func weights(_ name: String, _ bytes: [UInt8], _ words: String...) -> Case {
      Case(name: name, weights: bytes, words: words)
    }
  }

  private static let good = TinyModel.weights()
  private static let net = "[net]\nwidth=32\nheight=32\nchannels=3\n"
  private static let wide =
    net + "[avgpool]\n" + String(repeating: "[route]\nlayers=-1,-1\n", count: 28)

  private static func replaced(_ place: Int, by number: Float) -> [UInt8] {
    var bytes = good
    withUnsafeBytes(of: number.bitPattern.littleEndian) {
      bytes.replaceSubrange(20 + place * 4..<24 + place * 4, with: $0)
    }
    return bytes
  }

  static let cases: [Case] = [
    .cfg("empty cfg", "", "tiny.cfg:1: found no section"),
    .cfg("A07 web page as cfg", "<html>", "an HTML page", "fetch it again"),
    .cfg("A12 headless", "classes = 1\n", "tiny.cfg:1: found an option outside any section"),
    .cfg("A11 unknown layer", net + "[yoloo]\n", "tiny.cfg:5", "Did you mean [yolo]?"),
    .cfg("A26 stride=0", net + "[convolutional]\nstride=0\n", "tiny.cfg:6", "stride=0"),
    .cfg("A26 giant input", "[net]\nwidth=65536\nheight=65536\n[maxpool]\n", "use a smaller width"),
    .cfg("A26 a million sections", String(repeating: "[net]\n", count: 1_000_000), "6000000 bytes"),
    .cfg("A26 one long line", String(repeating: "x", count: 1 << 20), "tiny.cfg:1: found \"xxx"),
    .cfg("giant pool", wide + "[maxpool]\nsize=4096\npadding=8192\nstride=1\n", "tiny.cfg:62"),
    .cfg("giant blur", wide + "[maxpool]\nantialiasing=1\n", "tiny.cfg:62", "tables"),
    .cfg(
      "many reorderings",
      "[net]\nwidth=4096\nheight=4096\n[maxpool]\nstride=1\n"
        + String(repeating: "[reorg3d]\n", count: 1000), "tables of all such layers"),
    .cfg(
      "A15 filters", TinyModel.configuration.replacing("classes=2", with: "classes=3"),
      "filters=7 in layer 1", "(3 classes + 5) x 1 anchors = 8"),
    .weights("empty weights", [], "tiny.weights: 0 bytes", "shorter than the header"),
    .weights("A04 cut by 1", good.dropLast(1), "ends before layer 1 [convolutional]"),
    .weights("A04 cut by 4", good.dropLast(4), "ends before layer 1 [convolutional]"),
    .weights("A05 cut at a layer", good.dropLast(63 * 4), "ends before layer 1"),
    .weights("A06 too long", good + [0], "1 bytes more than the cfg asks for"),
    .weights(
      "A03 version", [0, 0x7F] + good.dropFirst(2), "first three numbers are 32512, 2, 5"),
    .weights("A07 LFS pointer", Array("version https://git-lfs.github.com".utf8), "git lfs pull"),
    .weights("a cfg", Array(TinyModel.configuration.utf8), "this is a text file"),
    .weights("NaN", replaced(3, by: .nan), "byte 32: biases of layer 0 is nan"),
    .weights("infinity", replaced(100, by: .infinity), "of layer 0 is inf"),
    .weights("negative variance", replaced(24, by: -1), "byte 116: variance of layer 0 is -1.0"),
    Case(name: "empty names", names: [], words: ["tiny.names:1: found no name"]),
    Case(name: "names of zero bytes", names: [0, 0], words: ["a binary file (a zero byte at 0)"]),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: cases)
  func nothingIsWritten(model: Case) throws {
    for (bytes, ending) in [
      (model.cfg, "cfg"), (model.weights, "weights"), (model.names, "names"),
    ] {
      if let bytes { try fixture.folder.write(bytes, to: "Weights/tiny.\(ending)") }
    }
    try fixture.folder.write("old", to: "found.json")
    let outcome = try fixture.detect(
      "a.png", "--json", "--output", "found.json", "--annotate", "marked")
    #expect(outcome.status == 1, "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
    for word in model.words {
      #expect(outcome.errorText.contains(word), "\(outcome.errorText)")
    }
    #expect(outcome.errorText.hasPrefix("yolokit: "))
    #expect(outcome.errorText.utf8.count < 1000)
    #expect(try fixture.folder.names() == ["Weights", "a.png", "found.json"])
    #expect(try fixture.folder.read("found.json") == Array("old".utf8))
    guard model.cfg != nil else { return }
    let info = try fixture.program.run("info", "tiny")
    #expect(info.status == 1)
    #expect(info.output.isEmpty)
    for word in model.words { #expect(info.errorText.contains(word), "\(info.errorText)") }
  }

  @Test func warningsDoNotStopARun() throws {
    // A02, A09, A13
    var weights = Self.good
    weights.removeSubrange(16..<20)
    try fixture.folder.write(weights, to: "Weights/tiny.weights")
    try fixture.folder.write("\u{FEFF}dog\r\n\r\ncat", to: "Weights/tiny.names")
    try fixture.folder.write(
      TinyModel.configuration.replacing("\n", with: "\r\n") + "\r\nclasses=3 # no\r\nclases=4",
      to: "Weights/tiny.cfg")
    let outcome = try fixture.detect("a.png")
    #expect(outcome.status == 0)
    #expect(outcome.text == "a.png\n  dog: 99%  (16, 24)-(48, 40)\n")
    for warning in [
      "yolokit: warning: ./Weights/tiny.cfg:25: classes stands twice in this section",
      "tiny.cfg:26: [yolo] has no option clases, ignored; did you mean classes?",
      "tiny.weights: the header says version 0.2 but its counter has 4 bytes",
      "tiny.names:2: the line is empty; class 1 has no name",
      "tiny.names: 3 names for 2 classes",
    ] {
      #expect(outcome.errorText.contains(warning), "\(outcome.errorText)")
    }
  }

  @Test func lineEndsChangeNothing() throws {
    // A08: the same JSON to the byte.
    let options = ["a.png", "--json", "--data", "tiny.data"]
    let texts = [
      ("Weights/tiny.cfg", TinyModel.configuration), ("Weights/n.names", "dog\ntraffic light\n"),
      ("tiny.data", "classes = 2\nnames = Weights/n.names\n"),
    ]
    let run = { (end: String) in
      for (name, text) in texts {
        try fixture.folder.write(text.replacing("\n", with: end), to: name)
      }
      let arguments = ["detect", "--model", "tiny"] + options
      return try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
    }
    let expected = try run("\n")
    #expect(expected.status == 0, "\(expected.errorText)")
    #expect(expected.errors.isEmpty)
    for end in ["\r\n", "\r", " \t\n"] {
      let found = try run(end)
      #expect(found.output == expected.output)
      #expect(found.errors.isEmpty, "\(found.errorText)")
    }
  }

  @Test func picturesAreNoModels() throws {
    try fixture.writePictures("photo.jpg")
    for model in ["./photo.jpg", "./a.png"] {
      let outcome = try fixture.program.run("detect", "--model", model, "a.png")
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("picture, not a Darknet cfg file"), "\(outcome.errorText)")
    }
    let weights = try fixture.detect("--weights", "a.png", "a.png")
    #expect(weights.status == 1)
    #expect(weights.errorText.contains("a.png: this is a PNG picture, not a Darknet weights file"))
    let model = try fixture.detect("Weights/tiny.weights", "Weights/tiny.cfg", "a.png")
    #expect(model.status == 1)
    #expect(model.text.hasPrefix("a.png\n"))
    #expect(model.errorText.contains("tiny.cfg: is a text file, expected a JPEG or PNG picture"))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("/dev/zero", "a device or pipe"), ("Weights/", "a folder"), ("./pipe", "a device or pipe"),
    ])
  func whatIsNoFileIsNoModel(path: String, kind: String) throws {
    try #require(mkfifo(fixture.folder.path("pipe"), 0o600) == 0)
    for options in [
      ["--model", path], ["--model", "tiny", "--weights", path],
      ["--model", "tiny", "--names", path],
      ["--model", "tiny", "--data", path],
    ] where path.contains("/") {
      let arguments = ["detect"] + options + ["a.png"]
      let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errorText.contains("\(path): this is \(kind), expected a file ("),
        "\(outcome.errorText)")
    }
  }

  @Test func resultsNeverReplaceTheModel() throws {
    for file in ["tiny.cfg", "tiny.weights", "tiny.names"] {
      let before = try fixture.folder.read("Weights/\(file)")
      let outcome = try fixture.detect("a.png", "-o", "Weights/\(file)")
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("it is one of the model's files"))
      #expect(try fixture.folder.read("Weights/\(file)") == before)
    }
  }
}
