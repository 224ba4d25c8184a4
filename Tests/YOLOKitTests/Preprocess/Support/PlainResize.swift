@testable import YOLOKit

/// The two ways of resizing once more, pixel by pixel and without tables: what the vectors are compared
/// with.
enum PlainResize {
  typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

  /// A picture of colours that are asked for.
  struct Picture {
    let width: Int
    let height: Int
    let isGray: Bool
    let color: (_ row: Int, _ column: Int) -> Color
  }

  /// A network's input, `[height, width, channels]`, with grey around the picture.
  static func input(
    for picture: Picture, _ input: FeatureShape, letterbox: Letterbox,
    conventions: InputConventions
  ) -> [Float] {
    var values = [Float](repeating: conventions.fill, count: input.count)
    let size = (width: letterbox.placedWidth, height: letterbox.placedHeight)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let pixel =
          conventions.resampling == .darknet
          ? darknet(picture, size, row, column, input.channels)
          : openCV(picture, size, row, column, input.channels)
        let place = (letterbox.top + row) * input.width + letterbox.left + column
        for (channel, value) in pixel.enumerated() {
          values[place * input.channels + channel] = value
        }
      }
    }
    return values
  }

  // MARK: - Darknet

  private static func darknet(
    _ picture: Picture, _ size: (width: Int, height: Int), _ row: Int, _ column: Int,
    _ channels: Int
  ) -> [Float] {
    let (x, weightX) = position(column, picture.width, size.width)
    let (y, weightY) = position(row, picture.height, size.height)
    let mixed = { (row: Int) -> [Float] in
      let left = units(picture.color(row, x))
      let right = weightX > 0 ? units(picture.color(row, x + 1)) : left
      let colors = (0..<3).map { (1 - weightX) * left[$0] + weightX * right[$0] }
      if channels == 3 { return colors }
      return [
        picture.isGray ? colors[0] : 0.299 * colors[0] + 0.587 * colors[1] + 0.114 * colors[2]
      ]
    }
    let above = mixed(y)
    guard weightY > 0 else { return above }
    return zip(above, mixed(y + 1)).map { (1 - weightY) * $0 + weightY * $1 }
  }

  private static func units(_ color: Color) -> [Float] {
    [color.red, color.green, color.blue].map { Float(Double($0) / 255) }
  }

  private static func position(_ place: Int, _ size: Int, _ toSize: Int) -> (Int, Float) {
    guard toSize > 1 else { return (size - 1, 0) }
    let position = Float(place) * (Float(size - 1) / Float(toSize - 1))
    let index = min(Int(position), size - 1)
    return (index, index == size - 1 ? 0 : position - Float(index))
  }

  // MARK: - OpenCV

  private static func openCV(
    _ picture: Picture, _ size: (width: Int, height: Int), _ row: Int, _ column: Int,
    _ channels: Int
  ) -> [Float] {
    let bytes: [Int]
    if picture.width == 2 * size.width, picture.height == 2 * size.height {
      let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map {
        whole(picture.color(2 * row + $0.0, 2 * column + $0.1))
      }
      bytes = (0..<3).map { channel in (four.reduce(0) { $0 + $1[channel] } + 2) / 4 }
    } else {
      let x = taps(column, picture.width, size.width)
      let y = taps(row, picture.height, size.height)
      // Across, a place outside the picture is its outermost pixel alone.
      let isOutside = x.first < 0 || x.first >= picture.width - 1
      let inside = { (place: Int, limit: Int) in min(max(place, 0), limit - 1) }
      let across = { (row: Int, channel: Int) -> Int in
        let row = inside(row, picture.height)
        let left = whole(picture.color(row, inside(x.first, picture.width)))[channel]
        if isOutside { return left * 2048 }
        return left * x.weights.0 + whole(picture.color(row, x.first + 1))[channel] * x.weights.1
      }
      bytes = (0..<3).map { channel in
        let above = y.weights.0 * (across(y.first, channel) / 16) / 65536
        let below = y.weights.1 * (across(y.first + 1, channel) / 16) / 65536
        return (above + below + 2) / 4
      }
    }
    if channels == 3 { return bytes.map { Float($0) / 255 } }
    return [
      (0.299 * Float(bytes[0]) + 0.587 * Float(bytes[1]) + 0.114 * Float(bytes[2])) / 255
    ]
  }

  private static func whole(_ color: Color) -> [Int] {
    [Int(color.red), Int(color.green), Int(color.blue)]
  }

  private static func taps(
    _ place: Int, _ size: Int, _ toSize: Int
  ) -> (first: Int, weights: (Int, Int)) {
    let at = Float((Double(place) + 0.5) * (1 / (Double(toSize) / Double(size))) - 0.5)
    let first = Int(at.rounded(.down))
    let fraction = at - Float(first)
    return (
      first,
      (
        Int(((1 - fraction) * 2048).rounded(.toNearestOrEven)),
        Int((fraction * 2048).rounded(.toNearestOrEven))
      )
    )
  }
}
