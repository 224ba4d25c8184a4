import Synchronization
import TensorKernels

/// The memory that one run of a plan works in; used by one run at a time.
final class Workspace: Sendable {
  /// All features.
  let arena: FloatStorage
  /// What the step that runs needs besides: im2col's columns, tables of pointers, transformed tiles.
  let scratch: FloatStorage
  /// How the last picture came into the input; the next one mostly comes the same way.
  private let filler = Mutex<InputFiller?>(nil)

  /// Takes memory for one run of a plan.
  convenience init(for plan: ExecutionPlan) {
    self.init(
      arena: FloatStorage(zeros: plan.arenaCount), scratch: FloatStorage(zeros: plan.scratchCount))
  }

  /// Works in memory that is there.
  init(arena: FloatStorage, scratch: FloatStorage) {
    self.arena = arena
    self.scratch = scratch
  }

  /// What fills the input; made anew where the last one does not fit.
  func filler(for way: InputFiller.Way, threads: Int) -> InputFiller {
    filler.withLock { filler in
      if let filler, filler.way == way { return filler }
      let fresh = InputFiller(way, threads: threads)
      filler = fresh
      return fresh
    }
  }

  /// Whether a run of a plan finds room here.
  func fits(_ plan: ExecutionPlan) -> Bool {
    arena.count >= plan.arenaCount && scratch.count >= plan.scratchCount
  }
}

/// Workspaces that are not in use, for all plans of a network.
///
/// Plans for different input sizes take turns in the same memory: what is kept is as large as the
/// largest of them, not as all together. Thread-safe.
final class WorkspaceStock: Sendable {
  private let spares = Mutex<[Workspace]>([])
  private let limit: Int

  /// Makes an empty stock that keeps so many workspaces at most.
  init(limit: Int) { self.limit = limit }

  /// Lends a workspace for a plan, a used one where one is large enough.
  func lend(for plan: ExecutionPlan) -> Workspace {
    let spare = spares.withLock { spares in
      // One that is too small is given up for the larger one that is made now.
      spares.popLast(where: { $0.fits(plan) }) ?? spares.popLast()
    }
    if let spare, spare.fits(plan) { return spare }
    return Workspace(for: plan)
  }

  /// Takes a workspace back; what a burst of runs took beyond the limit is given up.
  func takeBack(_ workspace: Workspace) {
    spares.withLock { if $0.count < limit { $0.append(workspace) } }
  }
}

extension [Workspace] {
  fileprivate mutating func popLast(where isWanted: (Workspace) -> Bool) -> Workspace? {
    lastIndex(where: isWanted).map { remove(at: $0) }
  }
}
