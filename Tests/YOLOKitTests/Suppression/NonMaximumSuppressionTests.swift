import TestSupport
import Testing

@testable import YOLOKit

@Suite struct NonMaximumSuppressionTests {
  private static func candidate(
    _ xMin: Float, _ xMax: Float, score: Float, classIndex: Int = 0, number: Int
  ) -> Candidate {
    Candidate(
      box: BoundingBox(xMin: xMin, yMin: 0, xMax: xMax, yMax: 10), classIndex: classIndex,
      score: score, boxIndex: number)
  }

  private static func kept(
    _ candidates: [Candidate], overlap: Float = 0.45, isClassAgnostic: Bool = false,
    limit: Int = 30_000
  ) -> [Int] {
    NonMaximumSuppression(
      overlapThreshold: overlap, isClassAgnostic: isClassAgnostic, candidateLimit: limit)(
        candidates
      ).map(\.boxIndex)
  }

  /// A suppresses B, and B, being gone, does not suppress C.
  @Test func theSuppressedDoNotSuppress() {
    let chain = [
      Self.candidate(0, 10, score: 0.9, number: 0), Self.candidate(3, 13, score: 0.8, number: 1),
      Self.candidate(6, 16, score: 0.7, number: 2),
    ]
    // A and B, B and C: 7/13; A and C: 4/16.
    #expect(Self.kept(chain) == [0, 2])
    #expect(Self.kept(chain, overlap: 0.6) == [0, 1, 2])
    #expect(Self.kept(chain, overlap: 0.2) == [0])
  }

  /// Two boxes overlap by exactly a half: nothing of it is rounded.
  @Test func overlapAtTheThresholdStays() {
    let pair = [
      Self.candidate(0, 20, score: 0.9, number: 0), Self.candidate(0, 10, score: 0.8, number: 1),
    ]
    #expect(Self.kept(pair, overlap: 0.5) == [0, 1])
    #expect(Self.kept(pair, overlap: Float(0.5).nextDown) == [0])
  }

  @Test func thresholdsOfZeroAndOneAreStrict() {
    let same = [
      Self.candidate(0, 10, score: 0.9, number: 0), Self.candidate(0, 10, score: 0.8, number: 1),
      Self.candidate(10, 20, score: 0.7, number: 2), Self.candidate(9, 12, score: 0.6, number: 3),
    ]
    #expect(Self.kept(same, overlap: 1) == [0, 1, 2, 3])
    // Boxes that only touch share nothing.
    #expect(Self.kept(same, overlap: 0) == [0, 2])
  }

  @Test func classesSuppressEachOtherOnlyWhenAsked() {
    let pair = [
      Self.candidate(0, 10, score: 0.9, classIndex: 1, number: 0),
      Self.candidate(0, 10, score: 0.8, classIndex: 0, number: 1),
    ]
    #expect(Self.kept(pair) == [0, 1])
    #expect(Self.kept(pair, isClassAgnostic: true) == [0])
  }

  /// Higher score, then lower class, then lower box.
  @Test func tiesHaveAnOrder() {
    let ties = [
      Self.candidate(0, 10, score: 0.5, classIndex: 2, number: 0),
      Self.candidate(100, 110, score: 0.5, classIndex: 1, number: 3),
      Self.candidate(200, 210, score: 0.5, classIndex: 1, number: 2),
      Self.candidate(300, 310, score: 0.6, classIndex: 9, number: 1),
      // Loses to box 2, which has the same score, class and place.
      Self.candidate(200, 210, score: 0.5, classIndex: 1, number: 4),
    ]
    #expect(Self.kept(ties) == [1, 2, 3, 0])
    #expect(Self.kept(ties.reversed()) == [1, 2, 3, 0])
  }

  /// The limit counts the best candidates; those behind it are not even looked at.
  @Test func theBestAreLookedAt() {
    let apart = (0..<12).map {
      Self.candidate(Float($0) * 20, Float($0) * 20 + 10, score: Float($0) / 20, number: $0)
    }
    #expect(Self.kept(apart, limit: 5) == [11, 10, 9, 8, 7])
  }

  @Test func thirtyThousandIsTheLimit() {
    // All in one place but the last, which is the worst: with one more it is not seen.
    let flood = { (count: Int) in
      (0..<count - 1).map {
        Self.candidate(0, 10, score: 0.9 - Float($0) * 1e-6, number: $0)
      } + [Self.candidate(500, 510, score: 0.1, number: count - 1)]
    }
    #expect(Self.kept(flood(30_000)) == [0, 29_999])
    #expect(Self.kept(flood(30_001)) == [0])
  }

  @Test func nothingGivesNothing() {
    #expect(Self.kept([]).isEmpty)
  }

  /// Boxes without extent, and so large that their area is infinite, harm nobody.
  @Test func oddBoxesStay() {
    let huge = BoundingBox(xMin: -3e38, yMin: -3e38, xMax: 3e38, yMax: 3e38)
    let odd = [
      Self.candidate(5, 5, score: 0.9, number: 0), Self.candidate(5, 5, score: 0.8, number: 1),
      Self.candidate(10, 0, score: 0.7, number: 2),
      Candidate(box: huge, classIndex: 0, score: 0.6, boxIndex: 3),
      Candidate(box: huge, classIndex: 0, score: 0.5, boxIndex: 4),
    ]
    #expect(Self.kept(odd) == [0, 1, 2, 3, 4])
  }

  /// The order in which candidates come changes nothing, and the result keeps the rule: no two of
  /// those that stay overlap, and each one that went overlaps a better one that stayed.
  @Test(arguments: UInt64(1)...25, [false, true])
  func shufflingChangesNothing(seed: UInt64, isClassAgnostic: Bool) {
    var generator = SeededGenerator(seed: seed)
    let candidates = (0..<300).map { number in
      Candidate(
        box: BoundingBox(
          centerX: .random(in: 0...100, using: &generator),
          centerY: .random(in: 0...100, using: &generator),
          width: .random(in: 5...60, using: &generator),
          height: .random(in: 5...60, using: &generator)),
        classIndex: generator.int(0...2), score: Float(generator.int(1...20)) / 20,
        boxIndex: number)
    }
    let suppression = NonMaximumSuppression(
      overlapThreshold: 0.4, isClassAgnostic: isClassAgnostic)
    let kept = suppression(candidates)
    for _ in 0..<5 {
      #expect(suppression(candidates.shuffled(using: &generator)) == kept, "seed \(seed)")
    }
    let compares = { (a: Candidate, b: Candidate) in
      (isClassAgnostic || a.classIndex == b.classIndex)
        && a.box.intersectionOverUnion(b.box) > 0.4
    }
    for (place, a) in kept.enumerated() {
      #expect(!kept[..<place].contains { compares($0, a) }, "seed \(seed), box \(a.boxIndex)")
    }
    let stayed = Set(kept)
    for a in candidates where !stayed.contains(a) {
      let isExplained = kept.contains {
        compares($0, a) && NonMaximumSuppression.isBetter($0, a)
      }
      #expect(isExplained, "seed \(seed), box \(a.boxIndex)")
    }
  }
}
