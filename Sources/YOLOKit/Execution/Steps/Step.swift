/// One step of a plan: a node that really computes something.
protocol Step: Sendable {
  /// The file's layer that the step belongs to, from 0.
  var layer: Int { get }
  /// What the step does, in a word or two, for profiles.
  var name: String { get }
  /// Floats of scratch that the step needs while it runs.
  var scratchCount: Int { get }
  /// Computes the output from the inputs, all of which lie in the workspace.
  func run(in workspace: Workspace, on pool: WorkerPool)
}

extension Step {
  var scratchCount: Int { 0 }
}

extension WorkerPool {
  /// Splits a range and does the pieces at the same time.
  ///
  /// - Parameters:
  ///   - count: The range's length: rows, pixels or numbers.
  ///   - cost: Numbers touched for each of them; a piece touches at least some thousand, below
  ///     which sharing costs more than it saves.
  ///   - body: Does a piece.
  func split(_ count: Int, cost: Int, _ body: (Range<Int>) -> Void) {
    let pieces = min(count, threads * 4, max(1, count * cost / 16_384))
    guard pieces > 1 else {
      if count > 0 { body(0..<count) }
      return
    }
    run(parts: pieces) { piece in
      body(count * piece / pieces..<count * (piece + 1) / pieces)
    }
  }
}
