/// Which detections of one class in one picture are right, for each overlap and each size of objects.
struct COCOMatching {
  /// One detection's fate: bit *t* speaks of the overlap threshold number *t*.
  struct Fate {
    /// It found an object.
    var matched: UInt16 = 0
    /// It is neither right nor wrong: it found a crowd, or something of another size.
    var ignored: UInt16 = 0
  }

  /// The detections' scores, best first.
  let scores: [Double]
  /// What became of each detection, `[size][detection]`.
  private(set) var fates: [[Fate]] = []
  /// How many objects there are to find, by size.
  private(set) var objectCounts: [Int] = []

  private let objects: [GroundTruthObject]
  private let detections: ArraySlice<ScoredBox>
  /// How much each detection overlaps each object, `[detection][object]`.
  private let overlaps: [[Double]]

  /// Matches.
  ///
  /// - Parameters:
  ///   - objects: The objects of the class.
  ///   - detections: The detections of the class, best first, at most as many as count.
  init(objects: [GroundTruthObject], detections: ArraySlice<ScoredBox>) {
    self.objects = objects
    self.detections = detections
    scores = detections.map(\.score)
    overlaps = detections.map { detection in
      objects.map { Self.overlap(detection.box, $0) }
    }
    for size in COCOAreaRange.allCases {
      match(size.range)
    }
  }

  /// Intersection over union; for a crowd, the share of the detection that lies in it.
  private static func overlap(_ box: EvaluationBox, _ object: GroundTruthObject) -> Double {
    let shared = box.intersectionArea(object.box)
    guard shared > 0 else { return 0 }
    return shared / (object.isCrowd ? box.area : box.area + object.box.area - shared)
  }

  private mutating func match(_ sizes: ClosedRange<Double>) {
    let isIgnored = objects.map { $0.isCrowd || !sizes.contains($0.area) }
    // Wanted objects come first: a detection takes an ignored one only where no wanted one fits.
    let wanted = objects.indices.filter { !isIgnored[$0] }
    let order = wanted + objects.indices.filter { isIgnored[$0] }
    var result = [Fate](repeating: Fate(), count: detections.count)
    for (level, threshold) in OverlapThresholds.all.enumerated() {
      let bit = UInt16(1) << UInt16(level)
      var isTaken = [Bool](repeating: false, count: objects.count)
      for (place, detection) in detections.enumerated() {
        let found = best(for: place, threshold, order, isIgnored, isTaken)
        if let found {
          isTaken[found] = true
          if isIgnored[found] { result[place].ignored |= bit }
        }
        if let found, objects[found].id != 0 {
          result[place].matched |= bit
        } else if !sizes.contains(detection.box.area) {
          result[place].ignored |= bit
        }
      }
    }
    fates.append(result)
    objectCounts.append(wanted.count)
  }

  /// The object that a detection finds: that of the greatest overlap, the last of equal ones.
  private func best(
    for detection: Int, _ threshold: Double, _ order: [Int], _ isIgnored: [Bool],
    _ isTaken: [Bool]
  ) -> Int? {
    var least = min(threshold, 1 - 1e-10)
    var found: Int?
    for index in order where !isTaken[index] || objects[index].isCrowd {
      if let found, !isIgnored[found], isIgnored[index] { break }
      guard overlaps[detection][index] >= least else { continue }
      least = overlaps[detection][index]
      found = index
    }
    return found
  }
}
