import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Models that are written and read again.
@Suite struct ConvertedModelTests {
  static let nets: [String] = files("darknet", "cfg")
  static let checkpoints = [
    "v6-s", "v6-s6", "v6-bifpn", "v6-ghost", "v5", "activations", "odd-scales",
  ]

  static func files(_ folder: String, _ ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: GoldenNet.file(folder).path)) ?? [])
      .filter { $0.hasSuffix(".\(ending)") }.map { String($0.dropLast(ending.count + 1)) }.sorted()
  }

  @Test func thereAreNets() { #expect(Self.nets.count >= 16) }

  @Test(arguments: nets) func everyLayerOfADarknetNetIsTheSame(name: String) throws {
    try Self.expectSame(try GoldenNet(name).model())
  }

  @Test(arguments: checkpoints) func everyLayerOfACheckpointIsTheSame(name: String) throws {
    let path = GoldenNet.file("yolov5/checkpoints/\(name).pt").path
    try Self.expectSame(try Model(checkpointPath: path, inputSize: (128, 64)))
  }

  /// Writes, reads and compares everything that the two models hand on, bit by bit.
  static func expectSame(_ model: Model) throws {
    let folder = try ModelFolder()
    let path = folder.path("a.safetensors")
    try model.write(convertedTo: path)
    let converted = try Model(convertedPath: path)
    #expect(converted.labels == model.labels)
    #expect(converted.conventions == model.conventions)
    #expect(converted.warnings.isEmpty)
    #expect(converted.summary.parameterCount == model.summary.parameterCount)
    #expect(
      converted.summary.floatingPointOperations == model.summary.floatingPointOperations)
    #expect(
      converted.summary.layers.map(\.settings) == model.summary.layers.map(\.settings))
    #expect(converted.summary.heads.map(\.anchors) == model.summary.heads.map(\.anchors))
    let input = SeededGenerator.goldenInput(seed: 3, count: model.summary.inputShape.count)
    let layers = Array(model.summary.layers.indices)
    let outputs = try zip(
      model.layerOutputs(input: input, layers: layers, threads: 1),
      converted.layerOutputs(input: input, layers: layers, threads: 1))
    for (before, after) in outputs {
      #expect(before.shape == after.shape)
      #expect(
        before.values.map(\.bitPattern) == after.values.map(\.bitPattern), "layer \(before.layer)")
    }
    // Written again, it is the same file.
    let again = folder.path("b.safetensors")
    try converted.write(convertedTo: again)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path))
        == Data(contentsOf: URL(fileURLWithPath: again)))
  }

  @Test func detectionsAreTheSame() throws {
    let model = try GoldenNet("yolo-two-heads").model()
    let folder = try ModelFolder()
    let path = folder.path("a.safetensors")
    try model.write(convertedTo: path)
    let converted = try Model(convertedPath: path)
    let bytes = SeededGenerator.goldenBytes(seed: 6, count: 90 * 70 * 3)
    let picture = try PixelImage(width: 90, height: 70, format: .rgb, bytes: bytes)
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.05
    let found = try [model, converted].map {
      try ObjectDetector(model: $0, options: options).detect(image: picture).detections
    }
    #expect(!found[0].isEmpty)
    #expect(found[0] == found[1])
  }

  @Test(arguments: [(64, 96), (100, 130)])
  func anotherInputSizeIsThatOfTheSource(width: Int, height: Int) throws {
    let path = GoldenNet.file("yolov5/checkpoints/v6-s.pt").path
    let source = try Model(checkpointPath: path, inputSize: (width, height))
    let folder = try ModelFolder()
    let file = folder.path("a.safetensors")
    try Model(checkpointPath: path, inputSize: (256, 256)).write(convertedTo: file)
    let converted = try Model(convertedPath: file, inputSize: (width, height))
    #expect(converted.summary.inputShape == source.summary.inputShape)
    #expect(
      converted.summary.layers.map(\.floatingPointOperations)
        == source.summary.layers.map(\.floatingPointOperations))
    let input = SeededGenerator.goldenInput(seed: 3, count: source.summary.inputShape.count)
    let heads = try [source, converted].map { try $0.rawHeadOutputs(input: input, threads: 1) }
    #expect(heads[0].map(\.values) == heads[1].map(\.values))
  }

  @Test func anInputSizeThatDoesNotFitIsRefused() throws {
    let folder = try ModelFolder()
    let path = folder.path("a.safetensors")
    let cfg = try folder.write(CfgText.layer("connected", "output=5"), to: "a.cfg")
    try Model(syntheticWeightsFor: cfg, seed: 1).write(convertedTo: path)
    let error = #expect(throws: ModelFormatError.self) {
      try Model(convertedPath: path, inputSize: (33, 47))
    }
    #expect(error?.description.contains("33x47 pixels") ?? false)
  }

  @Test func tensorsBeginAtBoundariesAndProvenanceIsKept() throws {
    let folder = try ModelFolder()
    let cfg = GoldenNet.file("darknet/joins.cfg").path
    let path = folder.path("a.safetensors")
    let provenance = try ModelProvenance(paths: [cfg], program: "test 1.0")
    try GoldenNet("joins").model().write(convertedTo: path, provenance: provenance)
    let header = try SafetensorsHeader(InputFile(path: path))
    #expect(header.bytes.count % 64 == 0)
    let weights = header.tensors.filter { !$0.name.hasPrefix("padding.") }
    #expect(weights.allSatisfy { $0.bytes.lowerBound % 64 == 0 && $0.element == "F32" })
    let note = try #require(header.metadata["provenance"])
    let checksum = CRC32.checksum(try [UInt8](Data(contentsOf: URL(fileURLWithPath: cfg))))
    #expect(note.contains("\"name\":\"joins.cfg\"") && note.contains("test 1.0"))
    #expect(note.contains(String(decoding: ConvertedFormat.digits(checksum), as: UTF8.self)))
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    let folder = try ModelFolder()
    try folder.write("x", to: "sub/a")
    let model = try GoldenNet("one-pixel").model()
    for name in ["none/a.safetensors", "sub"] {
      #expect(throws: ModelExportError.self) { try model.write(convertedTo: folder.path(name)) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(names == ["sub"])
  }
}
