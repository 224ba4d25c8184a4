/// How far each target of a round is from being caught.
///
/// A caught target stays caught until ``reset()``. The round is won when all are caught, counted
/// and not summed; without targets it is never won.
///
/// A value type; it holds no timers.
public struct TargetProgress: Sendable, Equatable {
  /// The targets.
  public let targets: TargetList
  /// How far each target is, 0…1, in the order of the list.
  ///
  /// 1 for a caught target. While it is not, the best of its objects counts, and one that went
  /// missing for a moment keeps its place.
  public private(set) var progress: [Double]
  private var caught: [Bool]
  private let positions: [String: Int]

  /// Makes the progress of a round that begins.
  public init(targets: TargetList) {
    self.targets = targets
    progress = Array(repeating: 0, count: targets.count)
    caught = Array(repeating: false, count: targets.count)
    // The list holds each name once, so nothing is lost here.
    positions = Dictionary(
      targets.names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { a, _ in a })
  }

  /// The caught targets, in the order of the list.
  public var caughtTargets: [String] {
    zip(targets.names, caught).filter(\.1).map(\.0)
  }

  /// Whether every target is caught; `false` without targets.
  public var isWon: Bool { !caught.isEmpty && caught.allSatisfy { $0 } }

  /// Whether there is nothing to win.
  public var isWithoutGoal: Bool { targets.names.isEmpty }

  /// Takes in the held objects of one frame.
  ///
  /// - Parameters:
  ///   - held: The frame's objects; those of other classes do not matter.
  ///   - missing: Objects that the frame lacked and that may return; they keep progress up but
  ///     catch nothing.
  /// - Returns: What became caught by this frame, and whether that won the round.
  public mutating func update(with held: [HeldObject], missing: [HeldObject] = []) -> Change {
    let hadWon = isWon
    let caughtBefore = caught
    for place in progress.indices where !caught[place] { progress[place] = 0 }
    for object in held + missing {
      guard let place = positions[object.className] else { continue }
      progress[place] = max(progress[place], object.progress)
    }
    for object in held where object.isCaught {
      guard let place = positions[object.className] else { continue }
      caught[place] = true
      progress[place] = 1
    }
    let newlyCaught = targets.names.indices.filter { caught[$0] && !caughtBefore[$0] }
    return Change(
      newlyCaught: newlyCaught.map { targets.names[$0] }, wonRound: isWon && !hadWon)
  }

  /// Begins the next round: nothing is caught, all progress is 0.
  public mutating func reset() {
    self = TargetProgress(targets: targets)
  }
}
