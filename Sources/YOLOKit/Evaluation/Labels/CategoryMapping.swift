/// Which category of a label file is which class of a model.
///
/// Names decide: they are compared without regard to case, and the few COCO classes that Darknet's and
/// Pascal VOC's lists call differently count as the same. Where no name fits, a model of 80 classes and
/// categories with COCO's numbers are matched by COCO's own table. Folders and file names never decide.
public struct CategoryMapping: Sendable, Hashable {
  /// Classes of the model that the labels do not have.
  public let unlabelledClasses: [Int]
  /// Categories that the model does not have, by name.
  public let unknownCategories: [String]
  /// How many classes there are with those that only the labels have.
  public let classCount: Int
  /// The names of all classes: the model's own, then those that only the labels have.
  public let classNames: [String]
  private let classes: [Int: Int]

  /// Matches categories with classes.
  ///
  /// A category that the model does not have gets a class of its own beyond the model's, so that its
  /// objects count as missed.
  ///
  /// - Parameters:
  ///   - categories: The categories of a label file.
  ///   - labels: The classes of the model.
  ///   - file: What errors call the label file.
  /// - Throws: ``LabelError/noCommonClass(file:categories:classes:)``.
  public init(
    _ categories: [COCOLabels.Category], to labels: ClassLabels, file: String
  ) throws(LabelError) {
    var classes = Self.byName(categories, labels)
    if classes.isEmpty { classes = Self.byTable(categories, labels) }
    guard !classes.isEmpty else {
      throw .noCommonClass(
        file: file, categories: categories.map(\.name), classes: labels.names)
    }
    let taken = Set(classes.values)
    unlabelledClasses = labels.names.indices.filter { !taken.contains($0) }
    var names = labels.names
    for category in categories where classes[category.id] == nil {
      classes[category.id] = names.count
      names.append(category.name)
    }
    unknownCategories = Array(names[labels.count...])
    classNames = names
    classCount = names.count
    self.classes = classes
  }

  /// The class of a category; nil where the label file does not list it.
  public func classIndex(ofCategory id: Int) -> Int? { classes[id] }

  private static func byName(
    _ categories: [COCOLabels.Category], _ labels: ClassLabels
  ) -> [Int: Int] {
    let indices = Dictionary(
      zip(labels.names.map(COCOCategories.canonicalName), labels.names.indices)
    ) { first, _ in first }
    var classes: [Int: Int] = [:]
    var taken: Set<Int> = []
    for category in categories {
      let name = COCOCategories.canonicalName(category.name)
      // Of two categories with the same name the first one has the class.
      guard !name.isEmpty, let index = indices[name], taken.insert(index).inserted else { continue }
      classes[category.id] = index
    }
    return classes
  }

  private static func byTable(
    _ categories: [COCOLabels.Category], _ labels: ClassLabels
  ) -> [Int: Int] {
    let known = Dictionary(uniqueKeysWithValues: zip(COCOCategories.ids, 0...))
    guard labels.count == COCOCategories.ids.count,
      categories.allSatisfy({ known[$0.id] != nil })
    else { return [:] }
    return Dictionary(categories.map { ($0.id, known[$0.id] ?? 0) }) { first, _ in first }
  }
}
