/// How a picture lies in a network's input: a scale and an offset, and the way back.
///
/// The same value is used to fill the input and to map boxes back, so that both agree.
struct Letterbox: Hashable, Sendable {
  /// The picture's size, in pixels.
  let pictureWidth: Int
  let pictureHeight: Int
  /// The input's size, in pixels of the input.
  let inputWidth: Int
  let inputHeight: Int
  /// The size of the picture within the input; at least 1.
  let placedWidth: Int
  let placedHeight: Int
  /// Where the picture's top left corner lies within the input.
  let left: Int
  let top: Int

  /// The grey around the picture, as in Darknet.
  static let fill: Float = 0.5

  /// Fits a picture into an input.
  ///
  /// - Parameters:
  ///   - image: Width and height of the picture, in pixels.
  ///   - input: The network's input.
  ///   - stretches: Whether the picture fills the input, whatever its shape; else it keeps its shape
  ///     and stands in the middle, by the integer arithmetic of Darknet's `letterbox_image`.
  init(image: (width: Int, height: Int), input: FeatureShape, stretches: Bool) {
    pictureWidth = image.width
    pictureHeight = image.height
    inputWidth = input.width
    inputHeight = input.height
    if stretches {
      (placedWidth, placedHeight) = (input.width, input.height)
    } else if Float(input.width) / Float(image.width) < Float(input.height) / Float(image.height) {
      placedWidth = input.width
      placedHeight = max(1, Self.scaled(image.height, by: input.width, over: image.width))
    } else {
      placedHeight = input.height
      placedWidth = max(1, Self.scaled(image.width, by: input.height, over: image.height))
    }
    left = (inputWidth - placedWidth) / 2
    top = (inputHeight - placedHeight) / 2
  }

  /// `side * numerator / denominator` rounded down; sides of pictures are far below 2^31.
  private static func scaled(_ side: Int, by numerator: Int, over denominator: Int) -> Int {
    let (high, low) = side.multipliedFullWidth(by: numerator)
    return denominator.dividingFullWidth((high, low)).quotient
  }

  /// How boxes are mapped back to the picture.
  ///
  /// - Parameter isExact: Whether the real offsets are undone. Otherwise half of the empty space is,
  ///   as Darknet does: half a pixel of the input off where that space is odd.
  func mapping(isExact: Bool) -> BoxMapping {
    let offsetX = isExact ? Float(left) : Float(inputWidth - placedWidth) / 2
    let offsetY = isExact ? Float(top) : Float(inputHeight - placedHeight) / 2
    return BoxMapping(
      offsetX: offsetX / Float(inputWidth), offsetY: offsetY / Float(inputHeight),
      scaleX: Float(pictureWidth) * Float(inputWidth) / Float(placedWidth),
      scaleY: Float(pictureHeight) * Float(inputHeight) / Float(placedHeight))
  }
}

/// From fractions of a network's input to pixels of the picture.
struct BoxMapping: Hashable, Sendable {
  /// What is taken from a fraction of the input, then what it is multiplied by.
  var offsetX: Float
  var offsetY: Float
  var scaleX: Float
  var scaleY: Float

  /// A box in pixels of the picture, from centre and size as fractions of the input.
  func box(centerX: Float, centerY: Float, width: Float, height: Float) -> BoundingBox {
    BoundingBox(
      centerX: (centerX - offsetX) * scaleX, centerY: (centerY - offsetY) * scaleY,
      width: width * scaleX, height: height * scaleY)
  }
}
