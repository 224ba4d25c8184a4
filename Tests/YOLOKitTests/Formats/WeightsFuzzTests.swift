import TestSupport
import Testing

@testable import YOLOKit

/// Damaged weights files: a model or an error, never anything else.
@Suite struct WeightsFuzzTests {
  @Test func damagedHeadersAndLengths() throws {
    let folder = try ModelFolder()
    let cfg = try folder.write(
      CfgText.net + "[convolutional]\nfilters=2\nsize=1\nbatch_normalize=1\n", to: "a.cfg")
    let numbers = [Float](repeating: 1, count: 14)
    let original = WeightsBytes(version: [0, 2, 5], numbers: numbers).bytes
    var (models, errors) = (0, 0)
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = original
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0...min(bytes.count, 24), using: &random))
      } else if Bool.random(using: &random) {
        bytes += [UInt8](repeating: 0, count: Int.random(in: 1...8, using: &random))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<min(bytes.count, 40), using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try folder.write(bytes, to: "a.weights")
      do {
        let model = try Model(configurationPath: cfg, weightsPath: path)
        models += 1
        #expect(
          bytes.count == original.count || model.warnings.contains { $0.contains("counter") },
          "seed \(seed)")
      } catch {
        errors += 1
        let message = error.description
        #expect(message.hasPrefix(path) && message.hasSuffix("."), "seed \(seed): \(message)")
      }
    }
    #expect(models > 200 && errors > 200, "\(models) models, \(errors) errors")
  }
}
