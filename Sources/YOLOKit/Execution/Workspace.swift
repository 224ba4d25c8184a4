import TensorKernels

/// The memory that one run of a plan works in; used by one run at a time.
final class Workspace: Sendable {
  /// All features.
  let arena: FloatStorage
  /// What the step that runs needs besides: im2col's columns, tables of pointers, transformed tiles.
  let scratch: FloatStorage

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
}
