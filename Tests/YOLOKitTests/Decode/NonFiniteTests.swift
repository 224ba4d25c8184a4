import Testing

@testable import YOLOKit

/// Raw numbers that are not finite give no box, and are counted.
@Suite struct NonFiniteTests {
  enum Family: CaseIterable {
    case yolo, newCoordinates, gaussian, region, regionSoftmax, background, grid

    var kind: Head.Kind {
      let anchors = [Anchor(width: 16, height: 8)]
      switch self {
      case .yolo: return .yolo(YOLOHead(anchors: anchors))
      case .newCoordinates:
        return .yolo(YOLOHead(anchors: anchors, isActivated: true, sizes: .squared))
      case .gaussian: return .yolo(YOLOHead(anchors: anchors, isGaussian: true))
      case .region: return .region(RegionHead(anchors: anchors, isSoftmax: false))
      case .regionSoftmax: return .region(RegionHead(anchors: anchors, isSoftmax: true))
      case .background:
        return .region(RegionHead(anchors: anchors, isSoftmax: true, hasBackground: true))
      case .grid:
        return .grid(GridHead(side: 1, boxesPerCell: 1, isSquareRoot: true, isSoftmax: false))
      }
    }

    /// Numbers of one box of two classes: all 0.9, which every family finds to be objects.
    var sound: [Float] {
      [Float](repeating: 0.9, count: self == .gaussian ? 11 : 7)
    }
  }

  @Test(arguments: Family.allCases) func soundNumbersGiveBoxes(family: Family) {
    let found = HeadDecoderTests.decode(family.sound, family.kind, classes: 2, threshold: 0.01)
    #expect(found.candidates.count == 2 && found.nonFiniteCount == 0)
  }

  /// A NaN anywhere: no candidate that it reaches, and the box is counted once.
  ///
  /// One in a class score
  /// that is not shared leaves the other class.
  @Test(arguments: Family.allCases) func notANumberIsDroppedAndCounted(family: Family) {
    for place in family.sound.indices {
      var raw = family.sound
      raw[place] = .nan
      let found = HeadDecoderTests.decode(raw, family.kind, classes: 2, threshold: 0.01)
      #expect(found.nonFiniteCount == 1, "\(family), number \(place)")
      #expect(found.candidates.count <= 1, "\(family), number \(place)")
      for candidate in found.candidates {
        #expect(candidate.score.isFinite && candidate.box.isFinite, "\(family), number \(place)")
      }
    }
  }

  /// Infinities: a candidate that comes out is finite all the same; one that is not is counted.
  @Test(arguments: Family.allCases, [Float.infinity, -.infinity])
  func infinitiesNeverComeOut(family: Family, infinity: Float) {
    for place in family.sound.indices {
      var raw = family.sound
      raw[place] = infinity
      let found = HeadDecoderTests.decode(raw, family.kind, classes: 2, threshold: 0.01)
      for candidate in found.candidates {
        #expect(candidate.score.isFinite && candidate.box.isFinite, "\(family), number \(place)")
      }
    }
  }

  /// An infinite size is no size, for every family: `e^x`, its square, or itself.
  @Test func infiniteSizesAreCounted() {
    for (family, place) in [
      (Family.yolo, 2), (.newCoordinates, 3), (.gaussian, 4), (.region, 3), (.background, 2),
      (.grid, 6),
    ] {
      var raw = family.sound
      raw[place] = .infinity
      let found = HeadDecoderTests.decode(raw, family.kind, classes: 2, threshold: 0.01)
      #expect(found.candidates.isEmpty && found.nonFiniteCount == 1, "\(family)")
    }
  }

  /// Sizes that leave the range of `Float` on the way: e^89 does.
  @Test func overflowingSizesAreCounted() {
    var raw = Family.yolo.sound
    raw[2] = 89
    let found = HeadDecoderTests.decode(raw, Family.yolo.kind, classes: 2)
    #expect(found.candidates.isEmpty && found.nonFiniteCount == 1)
  }

  /// Boxes below the threshold cost nothing and are not looked at: what they hold does not matter.
  @Test func boxesBelowTheThresholdAreNotCounted() {
    let found = HeadDecoderTests.decode(
      [.nan, .infinity, .nan, 0, -5, .nan, .nan], Family.yolo.kind, classes: 2, threshold: 0.5)
    #expect(found.candidates.isEmpty && found.nonFiniteCount == 0)
  }
}
