/// Precision and recall of one class over scores and over each other.
struct YOLOv5Curves {
  /// The scores at which precision and recall are read, 0…1.
  static let scorePoints = evenlySpaced(from: 0, through: 1, count: 1000)
  /// What keeps quotients from being 0 / 0.
  private static let epsilon = 1e-16

  /// At an overlap of 0.50, by ``scorePoints``.
  private(set) var precisionByScore = [Double](repeating: 0, count: scorePoints.count)
  /// At an overlap of 0.50, by ``scorePoints``.
  private(set) var recallByScore = [Double](repeating: 0, count: scorePoints.count)
  /// By overlap.
  private(set) var averagePrecisions = [Double](repeating: 0, count: OverlapThresholds.all.count)
  /// `[overlap][recall]`, at ``COCOEvaluation/recallPoints``.
  private(set) var precisions = [[Double]](
    repeating: [Double](repeating: 0, count: COCOEvaluation.recallPoints.count),
    count: OverlapThresholds.all.count)

  /// Makes the curves; they stay at 0 where there is no detection.
  ///
  /// - Parameters:
  ///   - objectCount: How many objects there are.
  ///   - scores: The detections' scores, best first.
  ///   - right: The overlaps at which each detection is right, as bits.
  init(objectCount: Int, scores: [Double], right: [UInt16]) {
    guard !scores.isEmpty else { return }
    let negated = scores.map { -$0 }
    for level in OverlapThresholds.all.indices {
      let bit = UInt16(1) << UInt16(level)
      var (recall, precision): ([Double], [Double]) = ([], [])
      var found = 0
      for (place, bits) in right.enumerated() {
        if bits & bit != 0 { found += 1 }
        recall.append(Double(found) / (Double(objectCount) + Self.epsilon))
        precision.append(Double(found) / Double(place + 1))
      }
      if level == 0 {
        let points = Self.scorePoints.map { -$0 }
        recallByScore = points.map { interpolate($0, negated, recall, before: 0) }
        precisionByScore = points.map { interpolate($0, negated, precision, before: 1) }
      }
      precisions[level] = Self.envelope(recall, precision)
      averagePrecisions[level] = Self.area(precisions[level])
    }
  }

  /// The greatest precision at this recall or a higher one, at 101 points of recall.
  private static func envelope(_ recall: [Double], _ precision: [Double]) -> [Double] {
    let x = [0] + recall + [1]
    var y = [1] + precision + [0]
    for index in y.indices.dropFirst().reversed() { y[index - 1] = max(y[index - 1], y[index]) }
    return COCOEvaluation.recallPoints.map { interpolate($0, x, y, before: y[0]) }
  }

  /// The area under a curve at 101 points of recall, by trapezoids.
  private static func area(_ curve: [Double]) -> Double {
    let points = COCOEvaluation.recallPoints
    return points.indices.dropFirst().reduce(0) { sum, index in
      sum + (points[index] - points[index - 1]) * (curve[index] + curve[index - 1]) / 2
    }
  }

  /// The place in ``scorePoints`` where the mean F1 of several classes is best, after smoothing.
  static func bestPlace(_ curves: [YOLOv5Curves]) -> Int {
    let f1 = scorePoints.indices.map { place in
      curves.reduce(0.0) { sum, curve in
        let (p, r) = (curve.precisionByScore[place], curve.recallByScore[place])
        return sum + 2 * p * r / (p + r + epsilon)
      } / Double(max(curves.count, 1))
    }
    let smooth = smoothed(f1)
    return smooth.indices.reduce(0) { smooth[$1] > smooth[$0] ? $1 : $0 }
  }

  /// The mean over a tenth of the curve around each point; beyond its ends it goes on level.
  private static func smoothed(_ curve: [Double]) -> [Double] {
    let reach = curve.count / 20
    return curve.indices.map { center in
      (-reach...reach).reduce(0.0) { sum, offset in
        let place = min(max(center + offset, 0), curve.count - 1)
        return sum + curve[place] * (1 / Double(2 * reach + 1))
      }
    }
  }
}

/// What `numpy.interp` gives: a curve's value between its points; level after the last one.
///
/// - Parameters:
///   - x: Where.
///   - xs: The points' places, ascending; of equal ones the last counts. At least one.
///   - ys: The points' values.
///   - before: The value before the first point.
/// - Returns: The value.
private func interpolate(_ x: Double, _ xs: [Double], _ ys: [Double], before: Double) -> Double {
  // The number of points that are not beyond x.
  var (low, high) = (0, xs.count)
  while low < high {
    let middle = (low + high) / 2
    if xs[middle] <= x { low = middle + 1 } else { high = middle }
  }
  guard low > 0 else { return before }
  guard low < xs.count, xs[low - 1] != x else { return ys[low - 1] }
  let slope = (ys[low] - ys[low - 1]) / (xs[low] - xs[low - 1])
  return slope * (x - xs[low - 1]) + ys[low - 1]
}
