/// The names of a model's classes, in the order of the network's outputs.
public struct ClassLabels: Sendable, Hashable {
  /// The names; the position is the class index.
  public let names: [String]

  /// Makes labels from names in class order.
  public init(_ names: [String]) {
    self.names = names
  }

  /// Makes labels for classes without names: they are called by their number.
  public init(unnamed count: Int) {
    names = (0..<max(count, 0)).map { "class \($0)" }
  }

  /// How many classes have names.
  public var count: Int { names.count }

  /// The name of a class, or `class 7` where the list has none for it.
  public subscript(index: Int) -> String {
    names.indices.contains(index) && !names[index].isEmpty ? names[index] : "class \(index)"
  }

  /// The index of the first class with exactly this name.
  public func index(named name: String) -> Int? {
    names.firstIndex(of: name)
  }

  /// The names that a mistyped one may have meant, nearest first.
  ///
  /// Near are names within an edit distance of about a third of the typed word's length, without
  /// regard to case, and those that begin with it.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - limit: The most names to return; none if it is not positive.
  /// - Returns: The names; those equally near in class order.
  public func suggestions(for name: String, limit: Int = 3) -> [String] {
    NearestWords.find(name, in: names, limit: limit)
  }
}
