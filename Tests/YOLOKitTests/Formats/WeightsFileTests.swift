import Foundation
import TensorKernels
import TestSupport
import Testing

@testable import YOLOKit

/// Weights files of the wrong length, header or content.
@Suite struct WeightsFileTests {
  /// A convolution of 2 filters of 1x1 pixels over 3 channels: 8 numbers.
  private static let cfg = CfgText.net + CfgText.convolution(2)
  private static let numbers: [Float] = [0.5, -0.25, 1, 2, 3, -1, -2, -3]
  private let folder: ModelFolder
  private let cfgPath: String

  init() throws {
    folder = try ModelFolder()
    cfgPath = try folder.write(Self.cfg, to: "a.cfg")
  }

  private func model(_ weights: WeightsBytes, cfg: String? = nil) throws -> Model {
    try Model(
      configurationPath: cfg ?? cfgPath, weightsPath: folder.write(weights.bytes, to: "a.weights"))
  }

  private func output(_ model: Model) throws -> [Float] {
    let input = SeededGenerator.goldenInput(seed: 3, count: 32 * 32 * 3)
    return try model.layerOutputs(input: input, layers: [0])[0].values
  }

  // MARK: - Headers

  @Test func bothCountersGiveTheSameModel() throws {
    // A01: 8 bytes from version 0.2 on, 4 before.
    let old = try model(WeightsBytes(version: [0, 1, 0], counterBytes: 4, numbers: Self.numbers))
    let new = try model(WeightsBytes(version: [0, 2, 0], numbers: Self.numbers))
    let major = try model(WeightsBytes(version: [1, 0, 7], numbers: Self.numbers))
    #expect(try output(old) == output(new))
    #expect(try output(old) == output(major))
    #expect(!(old.warnings + new.warnings).contains { $0.contains("counter") })
    let input = SeededGenerator.goldenInput(seed: 3, count: 3)
    let expected = 0.5 + input[0] * 1 + input[1] * 2 + input[2] * 3
    #expect(try abs(output(old)[0] - expected) < 1e-5)
  }

  @Test(arguments: [([0, 2, 0] as [Int32], 4), ([0, 1, 0], 8)])
  func aCounterOfTheOtherLengthIsAWarning(version: [Int32], counterBytes: Int) throws {
    // A02: 32-bit programs wrote 4 bytes whatever the version said.
    let right = try model(WeightsBytes(version: [0, 2, 0], numbers: Self.numbers))
    let odd = try model(
      WeightsBytes(version: version, counterBytes: counterBytes, numbers: Self.numbers))
    let warning = odd.warnings.first { $0.contains("counter") }
    #expect(
      warning?.contains("version 0.\(version[1]) but its counter has \(counterBytes) bytes") == true
    )
    #expect(try output(odd) == output(right))
  }

  @Test(
    arguments: [
      [925_353_388, 1_063_675_494, 973_279_855], [-1, 2, 0], [0, 1001, 0], [.max, .max, .max],
      [.min, .min, .min],
    ] as [[Int32]])
  func absurdVersionsAreRefused(version: [Int32]) throws {
    // A03
    let file = MalformedFile(
      "A03", "", .wrongKind,
      "first three numbers are \(version[0]), \(version[1]), \(version[2])",
      "version 0.1 or 0.2", "its header is missing")
    file.expectError { _ = try model(WeightsBytes(version: version, numbers: Self.numbers)) }
  }

  @Test func aFileThatLacksItsLastNumberHasNoShortCounter() throws {
    // A02, A04: both are 4 bytes short; here the upper half of the counter is in its place.
    var weights = WeightsBytes(version: [0, 2, 0], numbers: Self.numbers)
    weights.cut(4)
    let file = MalformedFile("A04", "", .sizeMismatch, "48 bytes, expected 52", "was cut short")
    file.expectError { _ = try model(weights) }
    weights = WeightsBytes(version: [0, 1, 0], counterBytes: 4, numbers: Self.numbers + [7])
    let long = MalformedFile("A06", "", .sizeMismatch, "52 bytes, expected 48", "4 bytes more")
    long.expectError { _ = try model(weights) }
  }

  // MARK: - Lengths

  static let lengths = [
    (cut: 1, "51 bytes, expected 52", "layer 0 [convolutional]"),
    (cut: 4, "48 bytes, expected 52", "layer 0 [convolutional]"),
    (cut: 8, "44 bytes, expected 52", "the download was cut short"),
    (cut: 24, "28 bytes, expected 52", "ends before layer 0"),
    (cut: 32, "20 bytes, expected 52", "ends before layer 0"),
    (cut: 37, "15 bytes, expected 52", "shorter than the header"),
    (cut: 52, "0 bytes, expected 52", "fetch it again"),
  ]

  @Test(arguments: lengths)
  func shortFilesAreRefused(cut: Int, numbers: String, remedy: String) throws {
    // A04, A05: 24 is the boundary between biases and weights.
    var weights = WeightsBytes(version: [0, 2, 0], numbers: Self.numbers)
    weights.cut(cut)
    MalformedFile("A04 cut by \(cut)", "", .sizeMismatch, numbers, remedy).expectError {
      _ = try model(weights)
    }
  }

  @Test(arguments: [1, 4, 4096, 40_000])
  func theFirstLayerThatIsNotFilledIsNamed(cut: Int) throws {
    // A04, A05: 40 000 bytes is the whole last layer, biases and weights.
    let cfg = CfgText.net + CfgText.convolution(99) + CfgText.convolution(100)
    let path = try folder.write(cfg, to: "b.cfg")
    let count = 99 * 4 + 100 * 100
    var weights = WeightsBytes(
      version: [0, 2, 0], numbers: [Float](repeating: 1, count: count))
    weights.cut(cut)
    let file = MalformedFile(
      "A04 cut by \(cut)", "", .sizeMismatch, "\(20 + count * 4 - cut) bytes",
      "expected \(20 + count * 4)", "ends before layer 1 [convolutional] is filled")
    file.expectError { _ = try model(weights, cfg: path) }
  }

  @Test(arguments: [1, 2, 3, 8, 4096])
  func longFilesAreRefused(more: Int) throws {
    // A06
    var weights = WeightsBytes(version: [0, 2, 0], numbers: Self.numbers)
    weights.pad(more)
    let file = MalformedFile(
      "A06 \(more) more", "", .sizeMismatch, "\(52 + more) bytes, expected 52",
      "\(more) bytes more than the cfg asks for", "another cfg")
    file.expectError { _ = try model(weights) }
  }

  @Test(arguments: [("yolo", 2, 3), ("yolo", 3, 2), ("yolo", 80, 20), ("region", 20, 80)])
  func weightsForOtherClassesAreRecognised(head: String, cfgClasses: Int, fileClasses: Int) throws {
    // A06: the weights of one number of classes with the cfg of another.
    let text = { (classes: Int) in
      let filters = (classes + 5) * 2
      return CfgText.net + CfgText.convolution(4) + CfgText.convolution(filters)
        + "[\(head)]\nclasses=\(classes)\ncoords=4\nnum=2\nanchors=1,1,2,2\n"
        + "[route]\nlayers=0\n" + CfgText.convolution(filters)
        + "[\(head)]\nclasses=\(classes)\ncoords=4\nnum=2\nanchors=1,1,2,2\n"
    }
    let path = try folder.write(text(cfgClasses), to: "b.cfg")
    let count = 16 + 2 * (fileClasses + 5) * 2 * 5
    let weights = WeightsBytes(version: [0, 2, 0], numbers: [Float](repeating: 0, count: count))
    let file = MalformedFile(
      "A06", "", .sizeMismatch,
      "they would fit one with classes=\(fileClasses), this one has \(cfgClasses).")
    file.expectError { _ = try model(weights, cfg: path) }
  }

  // MARK: - Numbers

  @Test(arguments: [Float.nan, .infinity, -.infinity, .signalingNaN], [0, 1, 2, 7])
  func numbersThatNoTrainingGivesAreRefused(number: Float, place: Int) throws {
    // D08
    var numbers = Self.numbers
    numbers[place] = number
    let file = MalformedFile(
      "D08", "", .badNumber, "byte \(20 + place * 4):", place < 2 ? "biases" : "weights",
      "of layer 0 is \(number)", "the file is damaged")
    file.expectError { _ = try model(WeightsBytes(version: [0, 2, 0], numbers: numbers)) }
  }

  @Test func aNegativeVarianceIsRefused() throws {
    // D08: what a header that is 4 bytes off gives.
    let path = try folder.write(
      CfgText.net + "[convolutional]\nfilters=1\nsize=1\nbatch_normalize=1\n", to: "b.cfg")
    let numbers: [Float] = [0, 1, 0, -0.5, 1, 1, 1]
    let file = MalformedFile(
      "D08", "", .badNumber, "byte 32: variance of layer 0 is -0.5", "belongs to another cfg")
    file.expectError {
      _ = try model(WeightsBytes(version: [0, 2, 0], numbers: numbers), cfg: path)
    }
  }

  @Test func aFileThatShrinksWhileItIsReadIsAnError() throws {
    let path = try folder.write(
      WeightsBytes(version: [0, 2, 0], numbers: Self.numbers).bytes, to: "s.weights")
    var weights = try WeightsFile(path: path, parameterCount: 8, layerEnds: [])
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 30)
    let file = MalformedFile("shrinks", "", .unreadable, "ended at byte 30 while it was being read")
    let storage = FloatStorage(zeros: 8)
    file.expectError {
      try storage.withMutableSpan { span in
        try weights.fill(&span, kind: .weights, fanIn: 1, layer: 0)
      }
    }
  }
}
