import Foundation
import Testing

/// `yolokit convert`, and its output as the model of the other commands.
@Suite struct ConvertTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func aConvertedModelIsAModelEverywhere() throws {
    try fixture.writePictures("a.png")
    let outcome = try fixture.program.run("convert", "tiny", "-o", "small.safetensors")
    #expect(outcome.status == 0)
    #expect(
      outcome.text.hasPrefix("small.safetensors: ") && outcome.text.hasSuffix("32 x 32 x 3\n"))
    let detect = { model in
      try fixture.program.run("detect", "--model", model, "--json", "a.png").json()
    }
    let (before, after) = (try detect("tiny"), try detect("small.safetensors"))
    let pictures = [before, after].map { $0.objects("images").flatMap { $0.objects("detections") } }
    #expect(!pictures[0].isEmpty)
    #expect(NSArray(array: pictures[0]).isEqual(to: pictures[1]))
    let info = try fixture.program.run("info", "--json", "small.safetensors").json()
    #expect(info["converted"] as? String == "small.safetensors")
    #expect((info["names"] as? [String: Any])?["classes"] as? [String] == ["dog", "traffic light"])
    #expect(try fixture.folder.names() == ["Weights", "a.png", "small.safetensors"])
  }

  @Test func aConvertedModelIsFoundByName() throws {
    _ = try fixture.program.run("convert", "tiny", "-o", "Weights/other.safetensors")
    let outcome = try fixture.program.run("info", "other")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("2: dog, traffic light"))
  }

  @Test func anotherInputSizeIsConverted() throws {
    _ = try fixture.program.run(
      "convert", "tiny", "--input-size", "96x64", "-o", "a.safetensors")
    let info = try fixture.program.run("info", "--json", "a.safetensors").json()
    #expect(info["inputWidth"] as? Int == 96 && info["inputHeight"] as? Int == 64)
    let larger = try fixture.program.run(
      "info", "--json", "a.safetensors", "--input-size", "64"
    ).json()
    #expect(larger["inputWidth"] as? Int == 64)
  }

  @Test(arguments: [[], ["--decoded"]]) func onnx(options: [String]) throws {
    let outcome = try fixture.program.run(
      arguments: (["convert", "tiny", "-o", "tiny.onnx"] + options).map { Array($0.utf8) })
    #expect(outcome.status == 0)
    let bytes = try fixture.folder.read("tiny.onnx")
    // Field 1, the format's version, is 8.
    #expect(bytes.prefix(2) == [8, 8])
    #expect(outcome.text.contains("\(bytes.count)".suffix(3) + " bytes"))
  }

  @Test func networksByNameWithMadeUpWeights() throws {
    let outcome = try fixture.program.run(
      "convert", "yolov5n", "--synthetic", "1", "--input-size", "64", "-o", "n.safetensors")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("input 64 x 64 x 3"))
    let again = try fixture.program.run(
      "convert", "Weights/tiny.cfg", "--synthetic", "3", "--gain", "1", "-o", "t.safetensors")
    #expect(again.status == 0)
  }

  @Test func layersWritesTheInputAndTheHeads() throws {
    let outcome = try fixture.program.run("layers", "tiny", "-o", "raw")
    #expect(outcome.status == 0)
    #expect(outcome.text == "raw/output0.npy: layer 2, 1 x 1 x 7\n")
    #expect(try fixture.folder.names(in: "raw") == ["input.npy", "output0.npy"])
    let bytes = try fixture.folder.read("raw/output0.npy")
    #expect(bytes.count == 128 + 7 * 4)
    // The second layer has no weights but biases: 0, 0, 0, 0, 5, 5, -5.
    #expect(bytes[(128 + 16)..<(128 + 20)] == [0, 0, 0xA0, 0x40])
    let layer = try fixture.program.run("layers", "tiny", "--layers", "0,2", "-o", "raw")
    #expect(layer.text.contains("raw/layer0.npy: layer 0, 16 x 16 x 8\n"))
    #expect(try fixture.folder.read("raw/input.npy").count == 128 + 32 * 32 * 3 * 4)
  }

  @Test(arguments: [
    (["convert"], 2, "Nothing to work on"),
    (["convert", "tiny"], 2, "--output needs a value"),
    (["convert", "tiny", "-o", "a.pt"], 2, ".safetensors or .onnx"),
    (["convert", "tiny", "other", "-o", "a.onnx"], 2, "\"other\" is too much"),
    (["convert", "tiny", "-o", "a.safetensors", "--decoded"], 2, "only an .onnx"),
    (["convert", "tiny", "-o", "a.onnx", "--gain", "1"], 2, "--synthetic"),
    (["convert", "tiny", "-o", "a.onnx", "--synthetic", "-1"], 2, "--synthetic"),
    (["convert", "tiny", "-o", "none/a.onnx"], 1, "No such file"),
    (["convert", "none", "-o", "a.onnx"], 1, "is not here"),
    (["layers", "tiny", "-o", "raw", "--layers", "x"], 2, "numbers of layers"),
    (["layers", "tiny", "-o", "raw", "--layers", "9"], 1, "0…2"),
    (["layers", "tiny"], 2, "--output needs a value"),
  ])
  func mistakesAreExplained(arguments: [String], status: Int, words: String) throws {
    let outcome = try fixture.program.run(arguments: arguments.map { Array($0.utf8) })
    #expect(outcome.status == status)
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
    #expect(try fixture.folder.names() == ["Weights"])
  }

  @Test func theModelItselfIsNotReplaced() throws {
    _ = try fixture.program.run("convert", "tiny", "-o", "a.safetensors")
    let before = try fixture.folder.read("a.safetensors")
    let outcome = try fixture.program.run("convert", "./a.safetensors", "-o", "a.safetensors")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("one of the model's files"))
    #expect(try fixture.folder.read("a.safetensors") == before)
  }

  @Test func damageIsNoticed() throws {
    _ = try fixture.program.run("convert", "tiny", "-o", "a.safetensors")
    var bytes = try fixture.folder.read("a.safetensors")
    // The first number of the data, which begins after the header and its length.
    bytes[8 + Int(bytes[0]) + Int(bytes[1]) << 8] ^= 1
    try fixture.folder.write(bytes, to: "a.safetensors")
    let outcome = try fixture.program.run("info", "a.safetensors")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.contains("checksum"))
  }
}
