import TestSupport
import Testing

@testable import YOLOKit

/// Which category is which class.
@Suite struct CategoryMappingTests {
  private static func categories(_ names: [(Int, String)]) -> [COCOLabels.Category] {
    names.map { COCOLabels.Category(id: $0.0, name: $0.1) }
  }

  @Test(arguments: [
    ("motorbike", "motorcycle"), ("aeroplane", "airplane"), ("sofa", "couch"),
    ("pottedplant", "potted plant"), ("diningtable", "dining table"), ("tvmonitor", "tv"),
    ("Traffic Light", "traffic light"), ("traffic_light", "traffic light"), (" dog ", "dog"),
  ])
  func namesDecide(ours: String, theirs: String) throws {
    for (a, b) in [(ours, theirs), (theirs, ours)] {
      let mapping = try CategoryMapping(
        Self.categories([(3, b), (90, "cat")]), to: ClassLabels(["cat", a]), file: "l")
      #expect(mapping.classIndex(ofCategory: 3) == 1)
      #expect(mapping.classIndex(ofCategory: 90) == 0)
      #expect(mapping.classIndex(ofCategory: 4) == nil)
      #expect(mapping.unknownCategories.isEmpty && mapping.unlabelledClasses.isEmpty)
    }
  }

  @Test func whatOnlyOneSideHasIsTold() throws {
    let mapping = try CategoryMapping(
      Self.categories([(1, "dog"), (2, "unicorn"), (3, "dog")]),
      to: ClassLabels(["cat", "dog", "bus"]), file: "l")
    #expect(mapping.unlabelledClasses == [0, 2])
    // The second dog cannot be found, because the class is the first one's.
    #expect(mapping.unknownCategories == ["unicorn", "dog"])
    #expect([1, 2, 3].map { mapping.classIndex(ofCategory: $0) } == [1, 3, 4])
    #expect(mapping.classCount == 5)
    #expect(mapping.classNames == ["cat", "dog", "bus", "unicorn", "dog"])
  }

  /// Without names there is COCO's table: class 0 is category 1, class 79 is category 90.
  @Test func numbersDecideWhereNoNameFits() throws {
    let mapping = try CategoryMapping(
      Self.categories([(1, "person"), (13, "stop sign"), (90, "toothbrush")]),
      to: ClassLabels(unnamed: 80), file: "l")
    #expect([1, 13, 90].map { mapping.classIndex(ofCategory: $0) } == [0, 11, 79])
    #expect(COCOCategories.ids.count == 80)
  }

  /// All of the shipped names are those of COCO's own file.
  @Test(.enabled(if: COCO128.isThere, "needs the labels in ../shared/data"))
  func darknetsNamesAreCOCOs() throws {
    let labels = try COCOLabels(
      path: try #require(TestFiles.sharedData("coco128/instances_train2017.json") as String?))
    for name in ["coco.names", "yolo-fastest-1.1.names"] {
      let path = try #require(TestFiles.weights(name) as String?)
      let classes = try NamesFile(path: path, classCount: 80).labels
      let mapping = try CategoryMapping(labels.categories, to: classes, file: labels.file)
      #expect(mapping.unknownCategories.isEmpty && mapping.unlabelledClasses.isEmpty)
      #expect(COCOCategories.ids.map { mapping.classIndex(ofCategory: $0) } == Array(0..<80))
    }
  }

  @Test(arguments: [
    ([(1, "unicorn")], 80 - 1), ([(12, "unicorn")], 80), ([], 80), ([(1, "unicorn")], 0),
  ])
  func strangersAreRefused(names: [(Int, String)], classCount: Int) {
    let error = #expect(throws: LabelError.self) {
      try CategoryMapping(
        Self.categories(names), to: ClassLabels(unnamed: classCount), file: "l.json")
    }
    #expect(error?.description.hasPrefix("l.json: none of its categories") == true)
  }
}
