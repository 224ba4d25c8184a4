import Testing

@testable import YOLOKit

/// Detection heads whose options do not fit each other or the layer before.
@Suite struct MalformedHeadTests {
  private static let pairs = (0..<9).map { "\($0 + 1),\($0 + 2)" }.joined(separator: ",")

  /// A `[yolo]` of three anchors after 18 filters, with one option changed.
  private static func yolo(_ change: String, filters: Int = 18) -> String {
    CfgText.head(filters: filters, change, "classes=1", "num=9", "anchors=\(pairs)", "mask=0,1,2")
  }

  private static func fit(_ filters: Int, classes: Int) -> MalformedFile {
    let needed = (classes + 5) * 3
    return MalformedFile(
      "A15 \(filters) filters for \(classes) classes",
      CfgText.head(
        filters: filters, "classes=\(classes)", "num=9", "anchors=\(pairs)", "mask=3,4,5"),
      .invalidValue(line: 11), "filters=\(filters) in layer 0",
      "(\(classes) classes + 5) x 3 anchors = \(needed)")
  }

  static let files = [
    fit(60, classes: 7), fit(13, classes: 5), fit(255, classes: 1),
    MalformedFile("classes=0", yolo("classes=0"), .invalidValue(line: 11), "classes=0", "1…100000"),
    MalformedFile("classes below 0", yolo("classes=-80"), .invalidValue(line: 11), "classes=-80"),
    MalformedFile("num=0", yolo("num=0"), .invalidValue(line: 11), "num=0"),
    MalformedFile(
      "A16 mask out of range", yolo("mask=0,1,9"), .invalidValue(line: 11), "mask=0,1,9", "0…8"),
    MalformedFile("mask below 0", yolo("mask=-1"), .invalidValue(line: 11), "mask=-1", "0…8"),
    MalformedFile("empty mask", yolo("mask="), .invalidValue(line: 11), "mask=", "0…8"),
    MalformedFile(
      "A17 odd anchors", yolo("anchors=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"),
      .invalidValue(line: 11), "anchors=1,2,3", "9 pairs", "num=9"),
    MalformedFile("A17 short anchors", yolo("anchors=10,13"), .invalidValue(line: 11), "9 pairs"),
    MalformedFile(
      "no anchors", CfgText.head(filters: 6, "classes=1"), .invalidValue(line: 10),
      "anchors=(missing)", "1 pairs"),
    MalformedFile(
      "anchors below 0", CfgText.head(filters: 6, "classes=1", "anchors=-1,4"),
      .invalidValue(line: 12), "anchors=-1,4", "above 0"),
    MalformedFile(
      "anchors of nan", CfgText.head(filters: 6, "classes=1", "anchors=nan,4"),
      .invalidValue(line: 12), "anchors=nan,4", "decimal numbers like 10,13.5"),
    MalformedFile(
      "hexadecimal anchors", CfgText.head(filters: 6, "classes=1", "anchors=0x10,4"),
      .invalidValue(line: 12), "anchors=0x10,4"),
    MalformedFile(
      "head without a layer", CfgText.layer("yolo", "classes=1", "anchors=1,1"),
      .invalidValue(line: 6), "filters=3 in the network's input", "= 6"),
    MalformedFile(
      "region with a tree",
      CfgText.head("region", filters: 6, "classes=1", "anchors=1,1", "tree=a.tree"),
      .unsupported(line: 13), "a class tree (tree=)"),
    MalformedFile(
      "region of 5 coordinates",
      CfgText.head("region", filters: 6, "classes=1", "anchors=1,1", "coords=5"),
      .invalidValue(line: 13), "coords=5, expected 4"),
    MalformedFile(
      "region of other filters",
      CfgText.head("region", filters: 7, "classes=1", "anchors=1,1", "coords=4"),
      .invalidValue(line: 11), "filters=7", "= 6"),
    MalformedFile(
      "detection of another side",
      CfgText.head("detection", filters: 6, "classes=1", "coords=4", "side=3"),
      .invalidValue(line: 13), "inputs=32 x 32 x 6", "3 x 3 cells", "= 54"),
  ]

  @Test(arguments: files)
  func isRefused(file: MalformedFile) throws {
    let folder = try ModelFolder()
    let path = try folder.write(file.bytes, to: "a.cfg")
    file.expectError { _ = try Model.summary(configurationPath: path) }
  }

  @Test func anchorsAndMasksAsPeopleWriteThem() throws {
    // A16, A17: masks of any length that share or skip anchors; decimals, blanks, a last comma.
    let folder = try ModelFolder()
    let cfg = CfgText.head(
      filters: 18, "classes=1", "num=4", "anchors = 10.5,13.25,  16 , 30,\t33,23, 1.5e1,.5,",
      "mask=1, 1 ,3")
    let path = try folder.write(cfg, to: "a.cfg")
    let head = try #require(try Model.summary(configurationPath: path).summary.heads.first)
    #expect(
      head.anchors == [
        Anchor(width: 16, height: 30), Anchor(width: 16, height: 30),
        Anchor(width: 15, height: 0.5),
      ])
  }

  @Test func withoutAMaskAllAnchorsCount() throws {
    let folder = try ModelFolder()
    let cfg = CfgText.head(filters: 12, "classes=1", "num=2", "anchors=1,2,3,4")
    let path = try folder.write(cfg, to: "a.cfg")
    #expect(try Model.summary(configurationPath: path).summary.heads[0].anchors.count == 2)
  }
}
