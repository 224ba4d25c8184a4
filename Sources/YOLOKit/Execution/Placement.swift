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
