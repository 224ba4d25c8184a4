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

extension FeatureShape {
  /// Whether a map of this shape lines up with another one: sides equal or whole multiples.
  func canBeAdded(to other: FeatureShape) -> Bool {
    let lineUp = { (a: Int, b: Int) in a >= b ? a % b == 0 : b % a == 0 }
    return lineUp(width, other.width) && lineUp(height, other.height)
      && width / other.width == height / other.height
      && other.width / width == other.height / height
  }
}
