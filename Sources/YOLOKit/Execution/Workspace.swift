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
}
