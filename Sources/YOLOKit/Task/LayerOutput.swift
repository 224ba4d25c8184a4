/// What one layer of a network handed on.
public struct LayerOutput: Sendable {
  /// The layer's number in the file, from 0.
  public let layer: Int
  /// The size, `[height, width, channels]`.
  public let shape: FeatureShape
  /// The numbers, `[height, width, channels]`.
  ///
  /// Those of a detection head of Darknet are activated as its head layers hand them on; those of
  /// YOLOv5's Detect are raw, as its convolutions hand them on.
  public let values: [Float]

  /// The same numbers as `[channels, height, width]`, the order of Darknet and PyTorch.
  public var planarValues: [Float] {
    var planar = [Float](repeating: 0, count: values.count)
    for pixel in 0..<shape.pixels {
      for channel in 0..<shape.channels {
        planar[channel * shape.pixels + pixel] = values[pixel * shape.channels + channel]
      }
    }
    return planar
  }
}
