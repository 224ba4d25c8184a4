import TestSupport
import Testing

@testable import YOLOKit

/// Boxes of small nets, before and after suppression, as Debian's darknet finds them.
@Suite struct DarknetBoxTests {
  struct Golden: Decodable {
    struct Before: Decodable {
      let number: Int
      let cxcywh: [Float]
      let objectness: Float
      let probabilities: [Float]
    }

    struct After: Decodable {
      let number: Int
      let class_id: Int
      let prob: Float
      let cxcywh: [Float]
    }

    let picture: [Int]
    let threshold: Float
    let overlap: Float
    let box_count: Int
    let before: [Before]
    let after: [After]
  }

  static let cases = [
    "detection-200x150", "detection-softmax-200x150", "region-background-200x150",
    "region-logistic-200x150", "region-softmax-200x150", "region-softmax-75x301",
    "yolo-two-heads-150x200", "yolo-two-heads-200x150", "yolo-two-heads-96x64",
  ]

  /// Scores are products of two approximations after a whole network.
  static let scoreTolerance: Float = 1e-4

  private struct Run {
    let golden: Golden
    let candidates: [Candidate]
    /// How far an edge may be off, in pixels: a thousandth, or for boxes far larger than the
    /// picture as many digits as `Float` has left after `e^x`.
    let scale: (Float, Float)
    let isGrid: Bool

    init(_ name: String) throws {
      golden = try GoldenFiles.json(
        Golden.self, GoldenNet.file("darknet-boxes/\(name).json"))
      let net = try GoldenNet(name.split(separator: "-").dropLast().joined(separator: "-"))
      let model = try net.model()
      let runner = try NetworkRunner(model.network, threads: 2)
      let (height, width) = (golden.picture[0], golden.picture[1])
      isGrid = name.hasPrefix("detection")
      let letterbox = Letterbox(
        image: (width: width, height: height), input: model.network.inputShape,
        policy: isGrid ? .stretch : .letterbox, conventions: .darknet(.letterbox))
      scale = isGrid ? (1, 1) : (Float(width), Float(height))
      let threshold = golden.threshold
      candidates =
        runner.withWorkspace { workspace in
          runner.setInput(net.input, in: workspace)
          runner.run(in: workspace)
          return runner.decode(
            in: workspace, threshold: threshold, isMultiLabel: true,
            mapping: letterbox.mapping(isExact: false))
        }.candidates
    }

    /// The golden box in pixels of the picture.
    func box(_ cxcywh: [Float]) -> BoundingBox {
      BoundingBox(
        centerX: cxcywh[0] * scale.0, centerY: cxcywh[1] * scale.1, width: cxcywh[2] * scale.0,
        height: cxcywh[3] * scale.1)
    }

    func difference(_ a: BoundingBox, _ b: BoundingBox) -> Float {
      let edges = [a.xMin - b.xMin, a.yMin - b.yMin, a.xMax - b.xMax, a.yMax - b.yMax]
      return edges.map { abs($0) }.max() ?? .infinity
    }

    /// A thousandth of a pixel; for boxes of several hundred pixels, what `Float` leaves.
    func room(_ box: BoundingBox) -> Float {
      max(1e-3, 1e-5 * max(abs(box.width), abs(box.height)))
    }
  }

  /// Ours are numbered by head, anchor, row and column; Darknet's by head, row, column and anchor,
  /// without those it has dropped: boxes are matched by their place in the picture.
  @Test(arguments: cases) func candidatesAreDarknets(name: String) throws {
    let run = try Run(name)
    let byBox = Dictionary(grouping: run.candidates, by: \.boxIndex).values
    // The file leaves out boxes of negative objectness, which only [detection] can have.
    #expect(
      run.isGrid ? byBox.count >= run.golden.before.count : byBox.count == run.golden.before.count)
    for golden in run.golden.before {
      let box = run.box(golden.cxcywh)
      let match = byBox.min { a, b in
        run.difference(a[0].box, box) < run.difference(b[0].box, box)
      }
      let found = try #require(match)
      #expect(
        run.difference(found[0].box, box) <= run.room(box),
        "\(name), box \(golden.number): \(found[0].box) instead of \(box)")
      var scores = [Float](repeating: 0, count: golden.probabilities.count)
      for candidate in found { scores[candidate.classIndex] = candidate.score }
      for (classIndex, score) in golden.probabilities.enumerated() {
        #expect(
          abs(scores[classIndex] - score) <= Self.scoreTolerance,
          "\(name), box \(golden.number), class \(classIndex)")
        #expect((scores[classIndex] > 0) == (score > 0), "\(name), box \(golden.number)")
      }
    }
  }

  @Test(arguments: cases) func detectionsAreDarknets(name: String) throws {
    let run = try Run(name)
    let suppression = NonMaximumSuppression(
      overlapThreshold: run.golden.overlap, isClassAgnostic: false)
    let found = suppression(run.candidates)
    #expect(found.count == run.golden.after.count, "\(name)")
    // The goldens' scores differ by less than ours may be off in a few places; so each is looked
    // for, and the order is checked by the scores alone.
    for (place, golden) in run.golden.after.enumerated() where place < found.count {
      let box = run.box(golden.cxcywh)
      #expect(abs(found[place].score - golden.prob) <= Self.scoreTolerance, "\(name), \(place)")
      let isThere = found.contains {
        $0.classIndex == golden.class_id && abs($0.score - golden.prob) <= Self.scoreTolerance
          && run.difference($0.box, box) <= run.room(box)
      }
      #expect(isThere, "\(name), place \(place): class \(golden.class_id) in \(box)")
    }
  }

  /// The numbers of boxes: as many as the program has, each once.
  @Test(arguments: ["yolo-two-heads", "region-softmax", "detection"])
  func boxesHaveNumbersOfTheirOwn(net: String) throws {
    let model = try GoldenNet(net).model()
    let runner = try NetworkRunner(model.network, threads: 1)
    let boxes = zip(model.network.heads, runner.plan.heads).map {
      HeadDecoder(head: $0, shape: $1.shape, inputShape: model.network.inputShape).boxCount
    }
    #expect(boxes == model.summary.heads.map(\.boxCount))
    let candidates = runner.withWorkspace { workspace in
      runner.run(in: workspace)
      return runner.decode(
        in: workspace, threshold: 0, isMultiLabel: true,
        mapping: BoxMapping(offsetX: 0, offsetY: 0, scaleX: 1, scaleY: 1))
    }.candidates
    #expect(candidates.allSatisfy { (0..<boxes.reduce(0, +)).contains($0.boxIndex) })
    let keys = candidates.map { [$0.boxIndex, $0.classIndex] }
    #expect(Set(keys).count == keys.count)
  }
}
