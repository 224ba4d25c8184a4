/// Greedy non-maximum suppression: of boxes that overlap much, the best one stays.
///
/// The rule of Darknet's `do_nms_sort`: candidates in order of their score; each one that is still
/// there removes the later ones of its class (or of any class) whose intersection over union with it
/// is greater than the threshold, strictly.
///
/// The order is defined to the last candidate, so that results repeat: higher score first, then the
/// lower class index, then the lower box index.
struct NonMaximumSuppression: Sendable {
  /// Two boxes are one object when their intersection over union is greater than this, 0…1.
  var overlapThreshold: Float
  /// Whether boxes of different classes suppress each other.
  var isClassAgnostic: Bool
  /// The most candidates that are looked at, best first; bounds the time for a flood of candidates.
  var candidateLimit = 30_000

  /// The candidates that stay, best first.
  ///
  /// - Complexity: O(*n* log *n* + *k m*) for *n* candidates, of which *k* stay and *m* share a class.
  func callAsFunction(_ candidates: [Candidate]) -> [Candidate] {
    let sorted = candidates.sorted(by: Self.isBetter).prefix(candidateLimit)
    var kept: [Candidate] = []
    var keptByClass: [Int: [Kept]] = [:]
    for candidate in sorted {
      let key = isClassAgnostic ? 0 : candidate.classIndex
      let area = candidate.box.area
      let isSuppressed = keptByClass[key, default: []].contains { other in
        Self.overlaps(other, candidate.box, area, threshold: overlapThreshold)
      }
      guard !isSuppressed else { continue }
      kept.append(candidate)
      keptByClass[key, default: []].append(Kept(box: candidate.box, area: area))
    }
    return kept
  }

  private struct Kept {
    var box: BoundingBox
    var area: Float
  }

  private static func overlaps(
    _ a: Kept, _ b: BoundingBox, _ areaB: Float, threshold: Float
  ) -> Bool {
    let width = min(a.box.xMax, b.xMax) - max(a.box.xMin, b.xMin)
    let height = min(a.box.yMax, b.yMax) - max(a.box.yMin, b.yMin)
    guard width > 0, height > 0 else { return false }
    let shared = width * height
    return shared / (a.area + areaB - shared) > threshold
  }

  /// The order of candidates.
  static func isBetter(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.score != b.score { return a.score > b.score }
    if a.classIndex != b.classIndex { return a.classIndex < b.classIndex }
    return a.boxIndex < b.boxIndex
  }
}
