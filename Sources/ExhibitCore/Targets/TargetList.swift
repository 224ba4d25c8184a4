import VisionTypes

/// The classes to catch in a round, each once, in the order in which they are shown.
public struct TargetList: Sendable, Hashable {
  /// The class names, exactly as the model spells them.
  public let names: [String]
  /// Which entries were left out and why, for the operator to see.
  public let issues: [TargetListIssue]

  /// Makes a list that can be won: entries that nobody could catch are left out and reported.
  ///
  /// - Parameters:
  ///   - names: The wanted classes. An empty list is legal and means a game without a goal.
  ///   - knownClasses: The model's classes; without it unknown names are not noticed.
  public init(_ names: [String], knownClasses: ClassLabels? = nil) {
    let known = knownClasses.map { Set($0.names) }
    var kept: [String] = []
    var issues: [TargetListIssue] = []
    var firstPosition: [String: Int] = [:]
    for (position, name) in names.enumerated() {
      if name.isEmpty {
        issues.append(.emptyName(position: position))
      } else if let first = firstPosition[name] {
        issues.append(.duplicate(name: name, position: position, firstPosition: first))
      } else {
        firstPosition[name] = position
        if let knownClasses, known?.contains(name) == false {
          issues.append(
            .unknownClass(
              name: name, position: position, suggestions: knownClasses.suggestions(for: name)))
        } else {
          kept.append(name)
        }
      }
    }
    self.names = kept
    self.issues = issues
  }

  /// How many classes are to be caught.
  public var count: Int { names.count }
}
