import VisionTypes

/// Finds which object of the earlier frames each detection of this frame is.
enum HoldMatching {
  private struct Pair {
    var overlap: Float
    var hold: Int
    var detection: Int
  }

  /// Pairs holds and detections of the same class one to one, the best overlap first.
  ///
  /// The pairing does not depend on the order of a hash table: among equal overlaps the oldest
  /// hold comes first, then the earlier place in `holds`, then the earlier place in `detections`.
  ///
  /// - Parameters:
  ///   - holds: The remembered objects.
  ///   - detections: The objects of this frame.
  ///   - requiredIntersection: The Dice coefficient that a pair must exceed.
  /// - Returns: For each detection its place in `holds`, or `nil` for a new object.
  /// - Complexity: O(*p* log *p*) for *p* pairs of one class that overlap enough.
  static func bestPairs(
    _ holds: [Hold], _ detections: [Detection], exceeding requiredIntersection: Float
  ) -> [Int?] {
    let holdsOfClass = Dictionary(
      grouping: holds.indices, by: { holds[$0].detection.category.categoryName })
    var pairs: [Pair] = []
    for (index, detection) in detections.enumerated() {
      for hold in holdsOfClass[detection.category.categoryName] ?? [] {
        let overlap = holds[hold].detection.boundingBox.diceCoefficient(detection.boundingBox)
        if overlap > requiredIntersection {
          pairs.append(Pair(overlap: overlap, hold: hold, detection: index))
        }
      }
    }
    pairs.sort { a, b in
      if a.overlap != b.overlap { return a.overlap > b.overlap }
      let (aSeen, bSeen) = (holds[a.hold].firstSeen, holds[b.hold].firstSeen)
      if aSeen != bSeen { return aSeen < bSeen }
      return (a.hold, a.detection) < (b.hold, b.detection)
    }
    var result = [Int?](repeating: nil, count: detections.count)
    var taken = [Bool](repeating: false, count: holds.count)
    for pair in pairs where !taken[pair.hold] && result[pair.detection] == nil {
      taken[pair.hold] = true
      result[pair.detection] = pair.hold
    }
    return result
  }
}
