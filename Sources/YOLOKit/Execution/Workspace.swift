import TensorKernels

/// The memory that one run of a plan works in; used by one run at a time.
final class Workspace: Sendable {
  /// All features.
  let arena: FloatStorage
  /// Room for im2col's columns.
  let columns: FloatStorage

  /// Takes memory for one run of a plan.
  init(for plan: ExecutionPlan) {
    arena = FloatStorage(zeros: plan.arenaCount)
    columns = FloatStorage(zeros: plan.columnCount)
  }
}
