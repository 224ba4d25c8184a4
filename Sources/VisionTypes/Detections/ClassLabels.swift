/// The names of a model's classes, in the order of the network's outputs.
public struct ClassLabels: Sendable, Hashable {
  /// The names; the position is the class index.
  public let names: [String]

  /// Makes labels from names in class order.
  public init(_ names: [String]) {
    self.names = names
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
  /// ``NearestWords`` says which names are near; at most `limit` are returned.
  public func suggestions(for name: String, limit: Int = 3) -> [String] {
    NearestWords.find(name, in: names, limit: limit)
  }
}
