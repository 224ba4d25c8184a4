import Foundation
import TestSupport

@testable import YOLOKit

/// A net of `Fixtures/darknet` with the outputs of all its layers.
struct GoldenNet: Decodable {
  struct Layer: Decodable {
    let index: Int
    let type: String
    let shape: [Int]
    let offset: Int
  }

  let seed: UInt64
  let gain: Double
  let inputSeed: UInt64
  let layers: [Layer]
  let inputShape: [Int]
  let parameterCount: Int
  private(set) var name = ""

  enum CodingKeys: String, CodingKey {
    case seed, gain, layers
    case inputSeed = "input_seed"
    case inputShape = "input"
    case parameterCount = "weight_count"
  }

  static func file(_ name: String) -> URL {
    TestFiles.root.appendingPathComponent("Tests/YOLOKitTests/Fixtures/\(name)")
  }

  init(_ name: String) throws {
    self = try GoldenFiles.json(GoldenNet.self, Self.file("darknet/\(name).json"))
    self.name = name
  }

  var cfg: URL { Self.file("darknet/\(name).cfg") }

  /// The net with its formula-made weights.
  func model() throws -> Model {
    try Model(syntheticWeightsFor: cfg.path, seed: seed, gain: gain)
  }

  /// The input, channels-last.
  var input: [Float] {
    channelsLast(
      SeededGenerator.goldenInput(seed: inputSeed, count: inputShape.reduce(1, *)), inputShape)
  }

  /// What Darknet's layer handed on, `[channels, height, width]`.
  func values(of layer: Layer) throws -> [Float] {
    let all = try GoldenFiles.floats(Self.file("darknet/\(name).f32"))
    return Array(all[layer.offset..<layer.offset + layer.shape.reduce(1, *)])
  }

  /// The net's weights file.
  func weightsFile(headerLength: Int) throws -> Data {
    var data = Data()
    let version: [UInt32] = headerLength == 20 ? [0, 2, 0] : [0, 1, 0]
    for number in version {
      withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
    }
    data.append(contentsOf: [UInt8](repeating: 0, count: headerLength - 12))
    let configuration = try ConfigurationFile(path: cfg.path)
    let recorder = Recorder(seed: seed, gain: gain)
    _ = try DarknetBuilder(configuration, dialect: .automatic, inputSize: nil, source: recorder)
    for number in recorder.numbers {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Formula-made numbers that are written down as they are handed out.
  private final class Recorder: ParameterSource {
    var numbers: [Float] = []
    private var formula: SyntheticWeights

    init(seed: UInt64, gain: Double) { formula = SyntheticWeights(seed: seed, gain: gain) }

    func fill(
      _ numbers: inout MutableSpan<Float>, kind: ParameterKind, fanIn: Int, layer: Int
    ) throws(ModelFormatError) {
      try formula.fill(&numbers, kind: kind, fanIn: fanIn, layer: layer)
      for i in numbers.indices { self.numbers.append(numbers[i]) }
    }
  }
}

/// `[channels, height, width]` to `[height, width, channels]`.
func channelsLast(_ planar: [Float], _ shape: [Int]) -> [Float] {
  let (channels, pixels) = (shape[0], shape[1] * shape[2])
  var values = [Float](repeating: 0, count: planar.count)
  for channel in 0..<channels {
    for pixel in 0..<pixels {
      values[pixel * channels + channel] = planar[channel * pixels + pixel]
    }
  }
  return values
}
