/// A class of objects with how sure the network is of it.
public struct Category: Sendable, Hashable {
  /// The class's place in the network's output, from 0.
  public var index: Int
  /// How sure, 0…1.
  public var score: Float
  /// The class's name in the model's own list of names.
  public var categoryName: String

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - index: The class's place in the network's output, from 0.
  ///   - score: How sure, 0…1.
  ///   - categoryName: The name in the model's list.
  public init(index: Int, score: Float, categoryName: String) {
    self.index = index
    self.score = score
    self.categoryName = categoryName
  }
}
