import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Small nets in upstream's file formats, against PyTorch: families of graphs, rare layers, and one
/// net in many ways of writing it.
@Suite struct YOLOv5CheckpointTests {
  struct Golden: Decodable {
    let input: [Int]
    let input_seed: UInt64
    let nc: Int
    let names: [String]?
    let strides: [Float]
    let anchors_px: [[[Float]]]
    let heads: [Head]
    let layers: [Layer]?

    struct Head: Decodable {
      let shape: [Int]
      let offset: Int
    }

    struct Layer: Decodable {
      let index: Int
      let shape: [Int]
      let offset: Int
      let step: Int
      let count: Int
    }
  }

  static let folder = GoldenNet.file("yolov5/checkpoints")

  /// Nets with something that is refused by name.
  static let refused = ["odd-mixtures": "upsampling by bilinear"]

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

  @Test func thereAreGoldens() {
    #expect(Self.names.count >= 40)
  }

  @Test(arguments: names.filter { refused[$0] == nil }) func headsArePyTorchs(name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let golden = try GoldenFiles.json(Golden.self, file.appendingPathExtension("json"))
    let values = try GoldenFiles.floats(file.appendingPathExtension("f32"))
    let model = try Model(
      checkpointPath: file.appendingPathExtension("pt").path,
      inputSize: (width: golden.input[2], height: golden.input[1]))
    #expect(model.summary.inputShape.count == golden.input.reduce(1, *))
    #expect(model.summary.heads.count == golden.heads.count)
    if let names = golden.names, names.count == golden.nc {
      #expect(model.labels.names == names)
    }
    for (head, anchors) in zip(model.summary.heads, golden.anchors_px) {
      #expect(head.classCount == golden.nc)
      for (found, expected) in zip(head.anchors, anchors) {
        #expect(abs(found.width - expected[0]) < 1e-3 && abs(found.height - expected[1]) < 1e-3)
      }
    }
    let input = channelsLast(
      SeededGenerator.goldenInput(seed: golden.input_seed, count: golden.input.reduce(1, *)),
      golden.input)
    let heads = try model.layerOutputs(input: input, layers: model.summary.heads.map(\.layer))
    for (index, (output, head)) in zip(heads, golden.heads).enumerated() {
      let reference = Array(values[head.offset..<head.offset + head.shape.reduce(1, *)])
      let comparison = TensorComparison(found: output.planarValues, reference: reference)
      #expect(comparison.relativeDifference <= 1e-4, "\(name), head \(index): \(comparison)")
    }
    let layers = golden.layers ?? []
    let outputs = try model.layerOutputs(input: input, layers: layers.map(\.index))
    for (output, layer) in zip(outputs, layers) {
      let comparison = TensorComparison(
        found: output.planarValues,
        reference: Array(values[layer.offset..<layer.offset + layer.count]),
        places: stride(from: 0, to: layer.step * layer.count, by: layer.step))
      #expect(
        comparison.relativeDifference <= 1e-4, "\(name), layer \(layer.index): \(comparison)")
    }
  }

  @Test(arguments: refused.keys.sorted()) func rareThingsAreRefusedByName(name: String) throws {
    let path = Self.folder.appendingPathComponent("\(name).pt").path
    let error = #expect(throws: ModelFormatError.self) { try Model(checkpointPath: path) }
    #expect(error?.description.contains(Self.refused[name] ?? "") ?? false)
  }
}

/// Files that are something else, and files that attack the reader.
@Suite struct YOLOv5RefusalTests {
  struct Index: Decodable {
    let files: [File]

    struct File: Decodable, Sendable, CustomTestStringConvertible {
      let file: String
      let about: String
      let must: String
      var testDescription: String { file }
    }
  }

  /// Files whose head and `nc` disagree: upstream cannot run them, here the head counts and a warning
  /// says so.
  static let loadedWithWarning = ["other-class-count.pt", "detect-nc-other.pt"]

  @Test(arguments: ["refused/other-class-count.pt", "hostile/detect-nc-other.pt"])
  func theHeadIsRightAboutClasses(file: String) throws {
    let model = try Model(checkpointPath: GoldenNet.file("yolov5/\(file)").path)
    #expect(model.warnings.contains { $0.contains("80 classes") }, "\(model.warnings)")
  }

  static func files(_ folder: String) -> [Index.File] {
    let url = GoldenNet.file("yolov5/\(folder)/\(folder).json")
    return ((try? GoldenFiles.json(Index.self, url).files) ?? [])
      .filter { !loadedWithWarning.contains($0.file) }
  }

  @Test func thereAreFiles() {
    #expect(Self.files("refused").count >= 19)
    #expect(Self.files("hostile").count >= 300)
  }

  /// Each kind of file that is no YOLOv5 detector gets a sentence that says what it is.
  @Test(arguments: files("refused")) func othersAreRefused(file: Index.File) throws {
    let path = GoldenNet.file("yolov5/refused/\(file.file)").path
    let error = #expect(throws: ModelFormatError.self, "\(file.about)") {
      try Model(checkpointPath: path)
    }
    #expect(error?.description.hasPrefix(path) ?? false)
  }

  /// Hostile files end in a typed error, or load where that does no harm; nothing is ever run.
  @Test(arguments: files("hostile")) func hostileFilesDoNoHarm(file: Index.File) throws {
    let path = GoldenNet.file("yolov5/hostile/\(file.file)").path
    do throws(ModelFormatError) {
      let model = try Model(checkpointPath: path, inputSize: (64, 64))
      #expect(file.must != "refuse", "loaded: \(file.about)")
      #expect(!model.summary.heads.isEmpty)
    } catch {
      #expect(file.must != "load", "\(file.about): \(error)")
      #expect(error.description.hasPrefix(path), "\(error)")
    }
  }
}
