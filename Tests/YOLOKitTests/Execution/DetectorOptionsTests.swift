import Foundation
import TestSupport
import Testing

@testable import YOLOKit

@Suite struct DetectorOptionsTests {
  /// The small net of two heads, with names.
  static func model() throws -> Model {
    let golden = try GoldenNet("yolo-two-heads")
    let folder = try TestFiles.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let weights = folder.appendingPathComponent("net.weights")
    let names = folder.appendingPathComponent("net.names")
    try golden.weightsFile(headerLength: 20).write(to: weights)
    try Data("person\nbicycle\nkite\nperson\n".utf8).write(to: names)
    return try Model(
      configurationPath: golden.cfg.path, weightsPath: weights.path, namesPath: names.path)
  }

  static func picture(width: Int, height: Int, seed: UInt64) throws -> PixelImage {
    try PixelImage(
      width: width, height: height, format: .rgb,
      bytes: SeededGenerator.goldenBytes(seed: seed, count: width * height * 3))
  }

  private static func error(
    _ change: (inout ObjectDetectorOptions) -> Void
  ) throws -> ObjectDetectorError? {
    var options = ObjectDetectorOptions()
    change(&options)
    let model = try model()
    do {
      _ = try ObjectDetector(model: model, options: options)
      return nil
    } catch { return error }
  }

  @Test(arguments: [-0.001, 1.001, .nan, .infinity, -.infinity] as [Float])
  func fractionsOutOfRangeAreRefused(value: Float) throws {
    let score = try Self.error { $0.scoreThreshold = value }
    #expect(
      score
        == .invalidOption(
          name: "scoreThreshold", found: "\(value)", expected: "a number in 0…1"))
    let overlap = try Self.error { $0.overlapThreshold = value }
    #expect(
      overlap
        == .invalidOption(
          name: "overlapThreshold", found: "\(value)", expected: "a number in 0…1"))
    #expect(overlap?.description == "overlapThreshold is \(value), expected a number in 0…1.")
  }

  @Test(arguments: [Float(0), 1]) func fractionsAtTheirEndsAreFine(value: Float) throws {
    let refusal = try Self.error {
      $0.scoreThreshold = value
      $0.overlapThreshold = value
    }
    #expect(refusal == nil)
  }

  @Test(arguments: [0, -1, 257, Int.max, Int.min]) func threadCountsAreRefused(threads: Int) throws
  {
    let refusal = try Self.error { $0.threads = threads }
    #expect(refusal == .invalidOption(name: "threads", found: "\(threads)", expected: "1…256"))
  }

  @Test func zeroResultsAreRefused() throws {
    let refusal = try Self.error { $0.maxResults = 0 }
    #expect(
      refusal
        == .invalidOption(
          name: "maxResults", found: "0",
          expected: "a number above 0, or a negative one for all"))
  }

  @Test func allowAndDenyTogetherAreRefused() throws {
    let refusal = try Self.error {
      $0.categoryAllowlist = ["person"]
      $0.categoryDenylist = ["kite"]
    }
    #expect(
      refusal
        == .invalidOption(
          name: "categoryDenylist", found: "given together with categoryAllowlist",
          expected: "only one of the two"))
  }

  @Test(arguments: [true, false]) func unknownCategoriesAreNamed(isAllowlist: Bool) throws {
    let set = { (name: String) in
      try Self.error {
        if isAllowlist {
          $0.categoryAllowlist = ["person", name]
        } else {
          $0.categoryDenylist = ["person", name]
        }
      }
    }
    let near = try set("bycicle")
    #expect(near == .unknownCategory(name: "bycicle", suggestions: ["bicycle"]))
    #expect(
      near?.description
        == "The model has no class named \"bycicle\". Did you mean bicycle?")
    let far = try set("zeppelin")
    #expect(far == .unknownCategory(name: "zeppelin", suggestions: []))
    #expect(far?.description == "The model has no class named \"zeppelin\".")
  }

  private static func detections(
    _ change: (inout ObjectDetectorOptions) -> Void = { _ in }
  ) throws -> [Detection] {
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.3
    options.threads = 2
    change(&options)
    let detector = try ObjectDetector(model: model(), options: options)
    return try detector.detect(image: picture(width: 120, height: 90, seed: 3)).detections
  }

  @Test func listsFilterBeforeSuppression() throws {
    let all = try Self.detections()
    #expect(Set(all.map(\.category.index)).count == 4)
    // "person" is the name of classes 0 and 3.
    let people = try Self.detections { $0.categoryAllowlist = ["person"] }
    #expect(Set(people.map(\.category.index)) == [0, 3])
    #expect(people == all.filter { $0.category.categoryName == "person" })
    let others = try Self.detections { $0.categoryDenylist = ["person"] }
    #expect(Set(others.map(\.category.index)) == [1, 2])
    // Across classes: what is not reported cannot hide what is.
    let kites = try Self.detections {
      $0.categoryAllowlist = ["kite"]
      $0.isClassAgnostic = true
    }
    #expect(kites == all.filter { $0.category.categoryName == "kite" })
  }

  @Test func resultsAreCutAfterTheBest() throws {
    let all = try Self.detections()
    #expect(all.count > 5)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.category.score >= $1.category.score })
    #expect(try Self.detections { $0.maxResults = 1 } == Array(all.prefix(1)))
    #expect(try Self.detections { $0.maxResults = 5 } == Array(all.prefix(5)))
    #expect(try Self.detections { $0.maxResults = all.count + 1 } == all)
    #expect(try Self.detections { $0.maxResults = -7 } == all)
  }

  @Test func boxesAreClippedUnlessAskedNotTo() throws {
    let inside = try Self.detections()
    #expect(
      inside.allSatisfy {
        $0.boundingBox.clipped(width: 120, height: 90) == $0.boundingBox
          && $0.boundingBox.area > 0
      })
    let whole = try Self.detections { $0.clipsBoxes = false }
    #expect(whole.contains { $0.boundingBox.clipped(width: 120, height: 90) != $0.boundingBox })
    let clipped = whole.map { $0.boundingBox.clipped(width: 120, height: 90) }.filter {
      $0.area > 0
    }
    #expect(clipped == inside.map(\.boundingBox))
  }
}
