/// What became of all detections of one class, picture after picture.
struct COCOClassOutcome: Sendable {
  /// A detection's place among those of its picture, which decides whether a limit leaves it out.
  private var ranks: [UInt8] = []
  private var scores: [Double] = []
  /// `[size][detection]`; a set bit *t* speaks of the overlap threshold number *t*.
  private var matched = [[UInt16]](repeating: [], count: COCOAreaRange.allCases.count)
  private var ignored = [[UInt16]](repeating: [], count: COCOAreaRange.allCases.count)
  private var objectCounts = [Int](repeating: 0, count: COCOAreaRange.allCases.count)

  /// Adds one picture's detections.
  mutating func add(_ matching: COCOMatching) {
    scores += matching.scores
    ranks += matching.scores.indices.map { UInt8(clamping: $0) }
    for size in objectCounts.indices {
      matched[size] += matching.fates[size].map(\.matched)
      ignored[size] += matching.fates[size].map(\.ignored)
      objectCounts[size] += matching.objectCounts[size]
    }
  }

  /// The class's curves.
  func evaluation() -> COCOClassEvaluation {
    let order = scores.indices.sorted {
      scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1
    }
    let limits = COCOEvaluation.detectionLimits
    return COCOClassEvaluation(
      objectCount: objectCounts[COCOAreaRange.all.rawValue],
      precisions: COCOAreaRange.allCases.map { precisions($0, order) },
      recalls: COCOAreaRange.allCases.map { recalls($0, order, limit: limits[2]) },
      limitedRecalls: limits.map { recalls(.all, order, limit: $0) })
  }

  /// Precision at 101 points of recall, `[overlap][recall]`; nil where nothing is to be found.
  private func precisions(_ size: COCOAreaRange, _ order: [Int]) -> [[Double]]? {
    let objects = objectCounts[size.rawValue]
    guard objects > 0 else { return nil }
    return OverlapThresholds.all.indices.map { level in
      var (recall, precision): ([Double], [Double]) = ([], [])
      var (right, wrong) = (0, 0)
      for index in order {
        count(index, size, level, &right, &wrong)
        recall.append(Double(right) / Double(objects))
        precision.append(Double(right) / (Double(wrong + right) + .ulpOfOne))
      }
      for index in precision.indices.dropFirst().reversed() {
        precision[index - 1] = max(precision[index - 1], precision[index])
      }
      var place = 0
      return COCOEvaluation.recallPoints.map { point in
        while place < recall.count, recall[place] < point { place += 1 }
        return place < recall.count ? precision[place] : 0
      }
    }
  }

  /// The share of objects found, by overlap; nil where nothing is to be found.
  private func recalls(_ size: COCOAreaRange, _ order: [Int], limit: Int) -> [Double]? {
    let objects = objectCounts[size.rawValue]
    guard objects > 0 else { return nil }
    return OverlapThresholds.all.indices.map { level in
      var (right, wrong) = (0, 0)
      for index in order where ranks[index] < limit {
        count(index, size, level, &right, &wrong)
      }
      return Double(right) / Double(objects)
    }
  }

  private func count(
    _ index: Int, _ size: COCOAreaRange, _ level: Int, _ right: inout Int, _ wrong: inout Int
  ) {
    let bit = UInt16(1) << UInt16(level)
    guard ignored[size.rawValue][index] & bit == 0 else { return }
    if matched[size.rawValue][index] & bit != 0 { right += 1 } else { wrong += 1 }
  }
}
