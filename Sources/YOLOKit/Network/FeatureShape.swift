/// The size of one picture's features at some place in a network, `[height, width, channels]`.
///
/// Stored channels-last: the channels of one pixel stand side by side, then come the pixels of a
/// row from left to right, then the rows from top to bottom.
public struct FeatureShape: Sendable, Hashable, CustomStringConvertible {
  /// Rows.
  public var height: Int
  /// Columns.
  public var width: Int
  /// Numbers for each pixel.
  public var channels: Int

  /// Makes a shape.
  public init(height: Int, width: Int, channels: Int) {
    self.height = height
    self.width = width
    self.channels = channels
  }

  /// Pixels: height times width.
  public var pixels: Int { height * width }
  /// Numbers in all: height times width times channels.
  public var count: Int { height * width * channels }

  /// As Darknet prints it: `width x height x channels`.
  public var description: String { "\(width) x \(height) x \(channels)" }
}

/// A box shape that a detection head starts from, in pixels of the network's input.
public struct Anchor: Sendable, Hashable {
  /// Width, in pixels of the network's input.
  public var width: Float
  /// Height, in pixels of the network's input.
  public var height: Float

  /// Makes an anchor.
  public init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }
}
