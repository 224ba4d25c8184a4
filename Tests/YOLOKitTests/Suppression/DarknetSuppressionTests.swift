import TestSupport
import Testing

@testable import YOLOKit

/// Suppression alone, as Debian's darknet does it.
@Suite struct DarknetSuppressionTests {
  struct Golden: Decodable, Sendable, CustomTestStringConvertible {
    let way: String
    let classes: Int
    let overlap: Float
    let boxes: [[Float]]
    let after: [[Float]]

    var testDescription: String { "\(boxes.count) boxes, \(classes) classes, \(overlap)" }
  }

  struct File: Decodable { let cases: [Golden] }

  /// Those of `do_nms_sort`, which works class by class, as ours.
  static let cases =
    (try? GoldenFiles.json(File.self, GoldenNet.file("darknet-boxes/nms.json")).cases)?
    .filter { $0.way == "sort" } ?? []

  @Test func goldensAreThere() {
    #expect(Self.cases.count == 5)
  }

  @Test(arguments: cases) func theSameStay(golden: Golden) {
    let candidates = golden.boxes.enumerated().flatMap { number, row in
      (0..<golden.classes).compactMap { classIndex -> Candidate? in
        guard row[5 + classIndex] > 0 else { return nil }
        return Candidate(
          box: BoundingBox(centerX: row[0], centerY: row[1], width: row[2], height: row[3]),
          classIndex: classIndex, score: row[5 + classIndex], boxIndex: number)
      }
    }
    let suppression = NonMaximumSuppression(
      overlapThreshold: golden.overlap, isClassAgnostic: false)
    let found = Set(suppression(candidates).map { [$0.boxIndex, $0.classIndex] })
    let expected = Set(
      golden.after.enumerated().flatMap { number, row in
        (0..<golden.classes).filter { row[1 + $0] > 0 }.map { [number, $0] }
      })
    #expect(found == expected)
    // The sparse cases have nothing to suppress.
    if golden.boxes.count >= 40 { #expect(found.count < candidates.count) }
  }
}
