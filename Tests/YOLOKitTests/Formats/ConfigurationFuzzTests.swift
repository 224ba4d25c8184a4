import Foundation
import TestSupport
import Testing

@testable import YOLOKit

/// Damaged cfg files: each is a network or an error, and networks that are small enough run.
///
/// `YOLOKIT_FUZZ_ITERATIONS` and `YOLOKIT_FUZZ_SEED` in the environment make longer and other runs.
@Suite struct ConfigurationFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let iterations =
    environment["YOLOKIT_FUZZ_ITERATIONS"].flatMap(Int.init) ?? usualIterations
  #if DEBUG
    private static let usualIterations = 500
  #else
    private static let usualIterations = 3000
  #endif
  private static let seed = environment["YOLOKIT_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  /// Larger networks are not run, since the time is better spent on more networks.
  private static let operationLimit = 1_000_000

  /// The nets of the fixtures, which together have all kinds of layers.
  private static func originals() throws -> [[UInt8]] {
    let folder = GoldenNet.file("darknet")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { $0.hasSuffix(".cfg") }.map {
      [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func damagedFilesAreNetworksOrErrors() throws {
    let originals = try Self.originals()
    #expect(originals.count > 10)
    let folder = try ModelFolder()
    var (networks, errors, runs) = (0, 0, 0)
    for iteration in 0..<Self.iterations {
      var mutator = CfgMutator(seed: Self.seed &+ UInt64(iteration) &* 1_000_003)
      let text = mutator.damaged(originals[iteration % originals.count])
      // The last file is there to look at when the process ends.
      let path = try folder.write(text, to: "a.cfg")
      do {
        let summary = try Model.summary(configurationPath: path).summary
        networks += 1
        if try Self.run(path, summary, "seed \(Self.seed), iteration \(iteration)") { runs += 1 }
      } catch let error as ModelFormatError {
        errors += 1
        let message = error.description
        #expect(
          message.utf8.count < 2000 && (message.hasSuffix(".") || message.hasSuffix("?")),
          "seed \(Self.seed), iteration \(iteration): \(message)")
      }
    }
    #expect(
      networks > Self.iterations / 20 && errors > Self.iterations / 20, "\(networks) networks")
    #expect(runs > Self.iterations / 100, "\(runs) runs")
  }

  /// Runs a network that is small; the numbers do not matter, that it ends does.
  private static func run(_ path: String, _ summary: ModelSummary, _ place: Comment) throws -> Bool
  {
    let largest = summary.layers.map(\.outputShape.count).max() ?? 0
    guard summary.parameterCount < 200_000, largest < 200_000,
      summary.inputShape.count < 200_000, summary.floatingPointOperations < operationLimit
    else { return false }
    let model = try Model(syntheticWeightsFor: path, seed: 1)
    let input = [Float](repeating: 0.5, count: summary.inputShape.count)
    let outputs = try model.layerOutputs(
      input: input, layers: Array(summary.layers.indices), threads: 1)
    for (output, layer) in zip(outputs, summary.layers) {
      #expect(output.shape == layer.outputShape, place)
      #expect(output.values.count == layer.outputShape.count, place)
    }
    // Where nothing is kept, memory is used again: that must not change the numbers.
    let last = try model.layerOutputs(input: input, layers: [outputs.count - 1], threads: 2)
    let bits = outputs[outputs.count - 1].values.map(\.bitPattern)
    #expect(last[0].values.map(\.bitPattern) == bits, place)
    var options = ObjectDetectorOptions()
    options.threads = 2
    let picture = try PixelImage(
      width: 9, height: 5, format: .rgb, bytes: [UInt8](repeating: 99, count: 9 * 5 * 3))
    let result = try ObjectDetector(model: model, options: options).detect(image: picture)
    #expect(result.detections.allSatisfy { $0.boundingBox.area > 0 }, place)
    return true
  }
}
