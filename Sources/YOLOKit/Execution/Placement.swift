import TensorKernels

/// Where in a workspace a node's output lies: its own buffer, or a part of another one's.
struct Placement: Hashable, Sendable {
  /// The first float.
  var offset: Int
  /// The size, `[height, width, channels]`.
  var shape: FeatureShape
  /// Floats from one pixel to the next.
  var pixelStride: Int

  /// The memory itself, in a given workspace.
  func map(in workspace: Workspace) -> FeatureMap {
    FeatureMap(
      workspace.arena, offset: offset, height: shape.height, width: shape.width,
      channels: shape.channels, pixelStride: pixelStride)
  }
}

/// The memory that one run of a plan works in; used by one run at a time.
final class Workspace: Sendable {
  /// All features.
  let arena: FloatStorage
  /// Scratch of the step that runs: im2col's columns, tables of pointers, transformed tiles.
  let columns: FloatStorage

  /// Takes memory for one run of a plan.
  convenience init(for plan: ExecutionPlan) {
    self.init(
      arena: FloatStorage(zeros: plan.arenaCount), columns: FloatStorage(zeros: plan.columnCount))
  }

  /// Works in memory that is there.
  init(arena: FloatStorage, columns: FloatStorage) {
    self.arena = arena
    self.columns = columns
  }
}
