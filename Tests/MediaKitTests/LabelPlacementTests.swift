import Foundation
import MediaKit
import Testing
import VisionTypes

@Suite struct LabelPlacementTests {
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> OverlayRect {
    OverlayRect(x: x, y: y, width: width, height: height)
  }

  /// Three labels for one box: where it has room above and below, only below, and neither.
  @Test(
    arguments: [
      (60, 90, [41, 149, 41], [true, false, true]), (5, 90, [5, 94, 5], [false, false, false]),
      (0, 200, [0, 180, 0], [false, true, false]),
    ] as [(Double, Double, [Double], [Bool])])
  func triesPlacesInTurn(y: Double, height: Double, expected: [Double], freeAtTop: [Bool]) {
    var placement = LabelPlacement(width: 200, height: 200, overlap: 1)
    var places: [LabelPlacement.Place?] = []
    for _ in 0..<3 {
      places.append(placement.place(for: Self.box(20, y, 80, height), size: (60, 20)))
    }
    #expect(places.map { $0?.frame.y } == expected)
    #expect(places.map { $0?.isFreeAtTop } == freeAtTop)
  }

  @Test func staysInPicture() throws {
    var generator = SplitMix(seed: 21)
    for _ in 0..<500 {
      var placement = LabelPlacement(width: 100, height: 50, overlap: 1)
      for _ in 0..<4 {
        let x = Double(Int.random(in: 0..<100, using: &generator))
        let y = Double(Int.random(in: 0..<50, using: &generator))
        let box = Self.box(x, y, 100 - x, 50 - y)
        let size = (Double.random(in: 1...100, using: &generator).rounded(), 20.0)
        let place = placement.place(for: box, size: size)
        let frame = try #require(place).frame
        #expect(frame.x >= 0 && frame.maxX <= 100 && frame.y >= 0 && frame.maxY <= 50)
      }
    }
  }

  @Test(arguments: [(101.0, 10.0), (10.0, 51.0)])
  func leavesOutTooLargeLabels(width: Double, height: Double) {
    var placement = LabelPlacement(width: 100, height: 50, overlap: 1)
    let place = placement.place(for: Self.box(0, 0, 10, 10), size: (width, height))
    #expect(place == nil)
  }

  @Test(
    arguments: [
      ("dog", 0.64, true, true, "dog 64\u{A0}%"), ("dog", 0.645, true, false, "dog"),
      ("dog", 0.005, false, true, "1\u{A0}%"), ("dog", 1, false, false, ""),
      ("a\nb", 0, true, true, "a b 0\u{A0}%"), ("", 0.999, true, true, "100\u{A0}%"),
      ("dog", .nan, true, true, "dog"), ("dog", 7, true, true, "dog 100\u{A0}%"),
    ] as [(String, Float, Bool, Bool, String)])
  func writesLabels(
    name: String, score: Float, showsName: Bool, showsScore: Bool, expected: String
  ) {
    let category = Category(index: 0, score: score, categoryName: name)
    let label = LabelText.label(for: category, showsName: showsName, showsScore: showsScore)
    #expect(label == expected)
  }

  /// Black or white, whichever has the larger contrast ratio; at least 4.5 for all classes.
  @Test func textContrastsWithPlate() {
    func linear(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    for index in 0..<200 {
      let color = ClassColor(classIndex: index)
      let luminance =
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
      let ratios = (black: (luminance + 0.05) / 0.05, white: 1.05 / (luminance + 0.05))
      #expect(color.prefersBlackText == (ratios.black > ratios.white))
      #expect(max(ratios.black, ratios.white) >= 4.5)
    }
  }
}
