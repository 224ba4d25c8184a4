/// What became of all detections of one class, picture after picture.
struct YOLOv5ClassOutcome: Sendable {
  /// How many objects there are.
  private(set) var objectCount = 0
  private var scores: [Float] = []
  /// Set bits are the numbers of the overlap thresholds at which the detection is right.
  private var right: [UInt16] = []

  /// The thresholds as PyTorch compares with them.
  private static let thresholds = OverlapThresholds.all.map { Float($0) }

  /// Whether any detection is right at any overlap.
  var hasRightDetection: Bool { right.contains { $0 != 0 } }

  /// Adds one picture.
  ///
  /// Each detection chooses the object that it overlaps most; of those that chose the same object the
  /// one with the best score is right, even where another one overlaps more.
  ///
  /// - Parameters:
  ///   - objects: The objects of the class.
  ///   - detections: The detections of the class, best first.
  mutating func add(objects: [BoundingBox], detections: [ScoredBox]) {
    objectCount += objects.count
    scores += detections.map { Float($0.score) }
    let choices = detections.map { Self.choice($0.box.corners, among: objects) }
    var marks = [UInt16](repeating: 0, count: detections.count)
    for (level, threshold) in Self.thresholds.enumerated() {
      var isTaken = [Bool](repeating: false, count: objects.count)
      for (place, choice) in choices.enumerated() {
        guard let choice, choice.overlap >= threshold, !isTaken[choice.object] else { continue }
        isTaken[choice.object] = true
        marks[place] |= UInt16(1) << UInt16(level)
      }
    }
    right += marks
  }

  /// The object of the greatest overlap, the last of equal ones.
  private static func choice(
    _ box: BoundingBox, among objects: [BoundingBox]
  ) -> (object: Int, overlap: Float)? {
    var best: (object: Int, overlap: Float)?
    for (index, object) in objects.enumerated() {
      let overlap = overlap(object, box)
      if overlap >= best?.overlap ?? 0 { best = (index, overlap) }
    }
    return best
  }

  /// Intersection over union with the guard against empty boxes that YOLOv5 has.
  private static func overlap(_ a: BoundingBox, _ b: BoundingBox) -> Float {
    let width = max(min(a.xMax, b.xMax) - max(a.xMin, b.xMin), 0)
    let height = max(min(a.yMax, b.yMax) - max(a.yMin, b.yMin), 0)
    let shared = width * height
    return shared / (a.width * a.height + b.width * b.height - shared + 1e-7)
  }

  /// The class's curves.
  func curves() -> YOLOv5Curves {
    let order = scores.indices.sorted {
      scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1
    }
    return YOLOv5Curves(
      objectCount: objectCount, scores: order.map { Double(scores[$0]) },
      right: order.map { right[$0] })
  }
}
