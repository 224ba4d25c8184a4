import Foundation
import Testing

@testable import YOLOKit

/// Heads of a few cells with numbers by hand.
@Suite struct HeadDecoderTests {
  static let unitMapping = BoxMapping(offsetX: 0, offsetY: 0, scaleX: 1, scaleY: 1)

  /// What a head of one row of cells makes of raw numbers.
  static func decode(
    _ raw: [Float], _ kind: Head.Kind, classes: Int, width: Int = 1, threshold: Float = 0.1,
    mapping: BoxMapping = unitMapping
  ) -> Candidates {
    let decoder = HeadDecoder(
      head: Head(source: .input, layer: 0, classCount: classes, kind: kind),
      shape: FeatureShape(height: 1, width: width, channels: raw.count / width),
      inputShape: FeatureShape(height: 32, width: 64, channels: 3))
    var result = Candidates()
    decoder.decode(raw.span, threshold: threshold, mapping: mapping, firstBox: 100, into: &result)
    return result
  }

  static func logistic(_ x: Float) -> Float { Float(1 / (1 + exp(-Double(x)))) }

  static func isNear(_ a: BoundingBox, _ b: BoundingBox) -> Bool {
    [a.xMin - b.xMin, a.yMin - b.yMin, a.xMax - b.xMax, a.yMax - b.yMax]
      .allSatisfy { abs($0) < 1e-6 }
  }

  /// Centre: (column + s * logistic(x) - (s - 1) / 2) / columns; size: e^w * anchor / input.
  @Test(arguments: [Float(1), 1.05, 1.2, 2]) func centersAreSpread(scaleXY: Float) throws {
    let raw: [Float] = [0, 0, 0, 0, -20, 0, /* cell 1 */ 0.4, -1, 0.3, -0.2, 1.5, 2]
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)], scaleXY: scaleXY)
    let found = Self.decode(raw, .yolo(head), classes: 1, width: 2).candidates
    let candidate = try #require(found.first)
    let x = Self.logistic(0.4) * scaleXY - 0.5 * (scaleXY - 1)
    let y = Self.logistic(-1) * scaleXY - 0.5 * (scaleXY - 1)
    let box = BoundingBox(
      centerX: (1 + x) / 2, centerY: y, width: Float(exp(0.3)) * 16 / 64,
      height: Float(exp(-0.2)) * 8 / 32)
    #expect(found.count == 1 && candidate.boxIndex == 101)
    #expect(Self.isNear(candidate.box, box), "\(candidate.box) instead of \(box)")
    #expect(abs(candidate.score - Self.logistic(1.5) * Self.logistic(2)) < 1e-6)
  }

  /// New coordinates come activated: (2w)² times the anchor, and objectness as it is.
  @Test func newCoordinatesAreTakenAsTheyAre() throws {
    let head = YOLOHead(
      anchors: [Anchor(width: 16, height: 8)], scaleXY: 2, isActivated: true, sizes: .squared)
    let found = Self.decode(
      [0.25, 0.75, 0.5, 0.6, 0.8, 0.1, 0.5], .yolo(head), classes: 2
    ).candidates
    let candidate = try #require(found.first)
    let box = BoundingBox(
      centerX: 0.25 * 2 - 0.5, centerY: 0.75 * 2 - 0.5, width: 16 / 64, height: 1.44 * 8 / 32)
    #expect(found.count == 1 && candidate.classIndex == 1)
    #expect(Self.isNear(candidate.box, box), "\(candidate.box) instead of \(box)")
    #expect(abs(candidate.score - 0.4) < 1e-6)
  }

  /// Gaussian heads: each coordinate is followed by its uncertainty, and the mean of these is taken
  /// from the score.
  @Test func uncertaintyLowersTheScore() throws {
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)], isGaussian: true)
    let raw: [Float] = [0.4, -1, -1, 0, 0.3, 1, -0.2, 2, 1.5, 2]
    let candidate = try #require(Self.decode(raw, .yolo(head), classes: 1).candidates.first)
    let box = BoundingBox(
      centerX: Self.logistic(0.4), centerY: Self.logistic(-1), width: Float(exp(0.3)) * 16 / 64,
      height: Float(exp(-0.2)) * 8 / 32)
    #expect(Self.isNear(candidate.box, box), "\(candidate.box) instead of \(box)")
    let uncertainty = [Float(-1), 0, 1, 2].map(Self.logistic).reduce(0, +) / 4
    let score = Self.logistic(1.5) * Self.logistic(2) * (1 - uncertainty)
    #expect(abs(candidate.score - score) < 1e-6)
  }

  @Test func mappingsAreApplied() throws {
    let mapping = BoxMapping(offsetX: 0.25, offsetY: 0.125, scaleX: 200, scaleY: 80)
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)])
    let found = Self.decode(
      [0, 0, 0, 0, 3, 3], .yolo(head), classes: 1, mapping: mapping
    ).candidates
    let box = BoundingBox(centerX: 50, centerY: 30, width: 50, height: 20)
    let candidate = try #require(found.first)
    #expect(candidate.box == box)
  }

  /// A `[detection]` head: class scores of all cells, then objectness, then boxes; sizes squared.
  @Test func gridsAreReadInTheirOrder() throws {
    let grid = GridHead(side: 1, boxesPerCell: 2, isSquareRoot: true, isSoftmax: false)
    let raw: [Float] = [0.5, 0.9, /* objectness */ 0.05, 0.8, 0, 0, 0, 0, 0.25, 0.75, 0.5, -0.2]
    let found = Self.decode(raw, .grid(grid), classes: 2, threshold: 0.3).candidates
    #expect(found.map(\.classIndex) == [0, 1] && found.map(\.boxIndex) == [101, 101])
    let box = BoundingBox(centerX: 0.25, centerY: 0.75, width: 0.25, height: 0.04)
    #expect(found.allSatisfy { Self.isNear($0.box, box) })
    #expect(abs(found[0].score - 0.4) < 1e-6 && abs(found[1].score - 0.72) < 1e-6)
  }

  /// Class scores of a `[detection]` head may exceed 1; as in Darknet the product alone decides.
  @Test func onlyTheProductCountsInGrids() {
    let grid = GridHead(side: 1, boxesPerCell: 1, isSquareRoot: false, isSoftmax: false)
    let found = Self.decode(
      [1.5, /* objectness */ 0.25, 0.5, 0.5, 0.1, 0.1], .grid(grid), classes: 1, threshold: 0.3)
    #expect(found.candidates.map(\.score) == [0.375])
  }

  /// The score has to exceed the threshold: at the very number a box is out, one step below it in.
  @Test func thresholdsAreStrict() {
    let plain = YOLOHead(
      anchors: [Anchor(width: 16, height: 8)], isActivated: true, sizes: .squared)
    let raw: [Float] = [0.5, 0.5, 0.5, 0.5, 0.75, 1]
    #expect(Self.decode(raw, .yolo(plain), classes: 1, threshold: 0.75).candidates.isEmpty)
    let below = Float(0.75).nextDown
    #expect(Self.decode(raw, .yolo(plain), classes: 1, threshold: below).candidates.count == 1)

    // A raw 0 has the logistic 1/2 exactly.
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)])
    let half: [Float] = [0, 0, 0, 0, 0, 100]
    #expect(Self.decode(half, .yolo(head), classes: 1, threshold: 0.5).candidates.isEmpty)
    let under = Float(0.5).nextDown
    #expect(Self.decode(half, .yolo(head), classes: 1, threshold: under).candidates.count == 1)

    let region = RegionHead(anchors: [Anchor(width: 1, height: 1)], isSoftmax: false)
    #expect(Self.decode(half, .region(region), classes: 1, threshold: 0.5).candidates.isEmpty)
    #expect(Self.decode(half, .region(region), classes: 1, threshold: under).candidates.count == 1)

    let grid = GridHead(side: 1, boxesPerCell: 1, isSquareRoot: false, isSoftmax: false)
    let cell: [Float] = [1, 0.5, 0.5, 0.5, 0.1, 0.1]
    #expect(Self.decode(cell, .grid(grid), classes: 1, threshold: 0.5).candidates.isEmpty)
    #expect(Self.decode(cell, .grid(grid), classes: 1, threshold: under).candidates.count == 1)
  }

  /// 0 lets everything through whose score is above 0, 1 nothing: scores are at most 1.
  @Test func thresholdsOfZeroAndOne() {
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)])
    for object in [Float(-80), -5, 0, 5, 80] {
      let raw: [Float] = [0, 0, 0, 0, object, 0]
      #expect(Self.decode(raw, .yolo(head), classes: 1, threshold: 0).candidates.count == 1)
      #expect(Self.decode(raw, .yolo(head), classes: 1, threshold: 1).candidates.isEmpty)
    }
  }

  /// The early way out, by the raw objectness, never loses a box: the same as the logistic itself.
  @Test(arguments: [Float(1e-6), 0.001, 0.1, 0.5, 0.9, 0.999, 0.999_999])
  func earlyWayOutIsSafe(threshold: Float) {
    let head = YOLOHead(anchors: [Anchor(width: 16, height: 8)])
    let limit = Float(log(Double(threshold) / (1 - Double(threshold))))
    for step in -200...200 {
      let object = limit + Float(step) * 1e-4
      let found = Self.decode(
        [0, 0, 0, 0, object, 100], .yolo(head), classes: 1, threshold: threshold)
      // The decoder's own logistic is good to 2e-7.
      let score = 1 / (1 + exp(-Double(object)))
      guard abs(score - Double(threshold)) > 3e-7 * Double(threshold) else { continue }
      #expect(found.candidates.count == (score > Double(threshold) ? 1 : 0), "raw \(object)")
    }
  }
}
