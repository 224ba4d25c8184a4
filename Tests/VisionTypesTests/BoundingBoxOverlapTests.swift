import Testing
import VisionTypes

@Suite("Overlap of boxes")
struct BoundingBoxOverlapTests {
  private static func box(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> BoundingBox {
    BoundingBox(xMin: x, yMin: y, xMax: x + width, yMax: y + height)
  }

  /// The behaviour specification's vectors, in pixels of a 1000×1000 picture.
  @Test(
    "Dice and intersection over union with (200, 200, 200, 200)",
    arguments: [
      (box(200, 200, 200, 200), 1, 1), (box(210, 200, 200, 200), 0.95, 0.905),
      (box(215, 200, 200, 200), 0.925, 0.860), (box(220, 200, 200, 200), 0.9, 0.818),
      (box(210, 210, 200, 200), 0.9025, 0.822), (box(190, 190, 220, 220), 0.90498, 0.826),
      (box(185, 185, 230, 230), 0.86114, 0.756), (box(200, 200, 200, 100), 0.66667, 0.5),
      (box(400, 200, 200, 200), 0, 0),
    ] as [(BoundingBox, Float, Float)])
  func vectors(other: BoundingBox, dice: Float, overlap: Float) {
    let box = Self.box(200, 200, 200, 200)
    #expect(abs(box.diceCoefficient(other) - dice) < 0.000_01)
    #expect(abs(box.intersectionOverUnion(other) - overlap) < 0.001)
    #expect((box.diceCoefficient(other) > 0.9) == (dice > 0.9))
  }

  @Test(
    "Boxes that touch or are apart share nothing",
    arguments: [
      box(10, 0, 10, 10), box(0, 10, 10, 10), box(10, 10, 5, 5), box(30, 30, 1, 1),
      box(-9, 0, 9, 9),
    ])
  func apart(other: BoundingBox) {
    let box = Self.box(0, 0, 10, 10)
    #expect(box.intersectionArea(other) == 0)
    #expect(box.intersectionOverUnion(other) == 0)
    #expect(box.diceCoefficient(other) == 0)
  }

  @Test("A shared corner and a box within another")
  func shared() {
    let box = Self.box(0, 0, 10, 10)
    #expect(box.intersectionArea(Self.box(8, 7, 10, 10)) == 6)
    #expect(box.intersectionArea(Self.box(2, 2, 3, 3)) == 9)
    #expect(box.intersectionOverUnion(Self.box(0, 0, 5, 10)) == 0.5)
  }

  @Test(
    "Boxes without a true extent share nothing, in either order",
    arguments: [
      BoundingBox(xMin: 8, yMin: 2, xMax: 2, yMax: 8),
      BoundingBox(xMin: 8, yMin: 8, xMax: 2, yMax: 2),
      BoundingBox(xMin: 5, yMin: 0, xMax: 5, yMax: 10),
      BoundingBox(xMin: .nan, yMin: 2, xMax: 8, yMax: 8),
      BoundingBox(xMin: 2, yMin: .nan, xMax: 8, yMax: 8),
      BoundingBox(xMin: 2, yMin: 2, xMax: .nan, yMax: 8),
      BoundingBox(xMin: 2, yMin: 2, xMax: 8, yMax: .nan),
      BoundingBox(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan),
    ])
  func unusable(broken: BoundingBox) {
    let box = Self.box(0, 0, 10, 10)
    for (a, b) in [(box, broken), (broken, box), (broken, broken)] {
      #expect(a.intersectionArea(b) == 0)
      #expect(a.intersectionOverUnion(b) == 0)
      #expect(a.diceCoefficient(b) == 0)
    }
  }

  @Test(
    "Areas too large for a Float give 0, never a NaN",
    arguments: [
      BoundingBox(xMin: -.infinity, yMin: -.infinity, xMax: .infinity, yMax: .infinity),
      BoundingBox(xMin: -3e38, yMin: -3e38, xMax: 3e38, yMax: 3e38),
      BoundingBox(xMin: 0, yMin: 0, xMax: 1e20, yMax: 1e20),
    ])
  func tooLarge(huge: BoundingBox) {
    for other in [huge, Self.box(0, 0, 10, 10)] {
      #expect(huge.intersectionOverUnion(other) == 0)
      #expect(huge.diceCoefficient(other) == 0)
      #expect(other.diceCoefficient(huge) == 0)
    }
  }

  @Test(
    "Both measures are symmetric, within 0…1 and of one order",
    arguments: 1...10 as ClosedRange<UInt64>)
  func properties(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (a, b) = (randomBox(using: &random), randomBox(using: &random))
      let (dice, overlap) = (a.diceCoefficient(b), a.intersectionOverUnion(b))
      #expect(dice == b.diceCoefficient(a), "seed \(seed)")
      #expect(overlap == b.intersectionOverUnion(a), "seed \(seed)")
      #expect((0...1).contains(dice) && (0...1).contains(overlap), "seed \(seed)")
      #expect(abs(overlap - dice / (2 - dice)) < 0.000_01, "seed \(seed): \(a) \(b)")
      #expect(a.diceCoefficient(a) == 1, "seed \(seed)")
    }
  }

  private func randomBox(using random: inout SeededGenerator) -> BoundingBox {
    Self.box(
      Float.random(in: -50...50, using: &random), Float.random(in: -50...50, using: &random),
      Float.random(in: 1...100, using: &random), Float.random(in: 1...100, using: &random))
  }
}
