/// One box that a head proposes, with one of its classes.
struct Candidate: Hashable, Sendable {
  /// The box, in pixels of the picture, not clipped.
  var box: BoundingBox
  /// The class, from 0.
  var classIndex: Int
  /// Objectness times class probability, 0…1.
  var score: Float
  /// The place of the box among all boxes of the network.
  ///
  /// Heads come in file order, and within a head anchors, rows and columns. Several candidates share
  /// it where a box has several classes.
  var boxIndex: Int
}

/// The candidates of one picture, and what was dropped on the way.
struct Candidates {
  /// All candidates above the threshold.
  var candidates: [Candidate] = []
  /// Boxes whose numbers were not finite.
  var nonFiniteCount = 0
}
