/// How a picture lies in a network's input: a scale and an offset, and the way back.
///
/// The same value is used to fill the input and to map boxes back, so that both agree.
struct Letterbox: Hashable, Sendable {
  /// The picture's width, in pixels.
  let pictureWidth: Int
  /// The picture's height, in pixels.
  let pictureHeight: Int
  /// The width of the input that the picture gets, in pixels; with the rectangles not the network's own.
  let inputWidth: Int
  /// The height of that input, in pixels.
  let inputHeight: Int
  /// The size of the picture within the input; at least 1.
  let placedWidth: Int
  let placedHeight: Int
  /// Where the picture's top left corner lies within the input.
  let left: Int
  let top: Int
  /// Whether half of the empty space is taken back, and the real scale: Darknet, and YOLOv5's val.py.
  private let takesHalfOfSpace: Bool

  /// Fits a picture into an input.
  ///
  /// - Parameters:
  ///   - image: Width and height of the picture, in pixels.
  ///   - input: The network's own input.
  ///   - policy: How the picture is fitted; not ``ResizePolicy/automatic``.
  ///   - conventions: The model's.
  init(
    image: (width: Int, height: Int), input: FeatureShape, policy: ResizePolicy,
    conventions: InputConventions
  ) {
    pictureWidth = image.width
    pictureHeight = image.height
    takesHalfOfSpace = conventions.resampling == .darknet || policy.isValidation
    let limit = (width: input.width, height: input.height)
    if policy == .stretch {
      (inputWidth, inputHeight, placedWidth, placedHeight) = (
        limit.width, limit.height, limit.width, limit.height
      )
      (left, top) = (0, 0)
      return
    }
    let placed =
      conventions.resampling == .darknet
      ? Self.darknetSize(image, in: limit)
      : Self.openCVSize(
        image, in: limit, rounding: policy.isValidation ? .up : .toNearestOrEven)
    (placedWidth, placedHeight) = placed
    let multiple = policy.isRectangle ? conventions.sizeMultiple : nil
    // In half strides, so that the extra half of a validation is a whole number.
    let extra = policy == .validationRectangle ? 1 : 0
    let side = { (placed: Int, limit: Int) in
      multiple.map { (2 * placed + (extra + 2) * $0 - 1) / (2 * $0) * $0 } ?? limit
    }
    inputWidth = side(placed.width, limit.width)
    inputHeight = side(placed.height, limit.height)
    // Half of the empty space, rounded down: also upstream's `round(half - 0.1)`.
    left = (inputWidth - placedWidth) / 2
    top = (inputHeight - placedHeight) / 2
  }

  /// Darknet's integer arithmetic (`letterbox_image`).
  private static func darknetSize(
    _ image: (width: Int, height: Int), in limit: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    if Float(limit.width) / Float(image.width) < Float(limit.height) / Float(image.height) {
      return (limit.width, max(1, scaled(image.height, by: limit.width, over: image.width)))
    }
    return (max(1, scaled(image.width, by: limit.height, over: image.height)), limit.height)
  }

  /// YOLOv5's rounding: to the nearest pixel, halves to the even one, in `detect.py`; up in `val.py`.
  private static func openCVSize(
    _ image: (width: Int, height: Int), in limit: (width: Int, height: Int),
    rounding: FloatingPointRoundingRule
  ) -> (width: Int, height: Int) {
    let ratio = min(
      Double(limit.height) / Double(image.height), Double(limit.width) / Double(image.width))
    let side = { (length: Int) in
      max(1, Int((Double(length) * ratio).rounded(rounding)))
    }
    return (min(side(image.width), limit.width), min(side(image.height), limit.height))
  }

  /// `side * numerator / denominator` rounded down; sides of pictures are far below 2^31.
  private static func scaled(_ side: Int, by numerator: Int, over denominator: Int) -> Int {
    let (high, low) = side.multipliedFullWidth(by: numerator)
    return denominator.dividingFullWidth((high, low)).quotient
  }

  /// How boxes are mapped back to the picture.
  ///
  /// - Parameter isExact: Whether what was really done is undone. Otherwise the original programs'
  ///   formulas are used: Darknet takes half of the empty space, half a pixel of the input off where
  ///   that space is odd; YOLOv5 also takes the unrounded scale.
  /// - Returns: The way back from fractions of the input to pixels of the picture.
  func mapping(isExact: Bool) -> BoxMapping {
    let isStretched = placedWidth == inputWidth && placedHeight == inputHeight
    if isExact || isStretched || takesHalfOfSpace {
      let offsetX = isExact ? Float(left) : Float(inputWidth - placedWidth) / 2
      let offsetY = isExact ? Float(top) : Float(inputHeight - placedHeight) / 2
      return BoxMapping(
        offsetX: offsetX / Float(inputWidth), offsetY: offsetY / Float(inputHeight),
        scaleX: Float(pictureWidth) * Float(inputWidth) / Float(placedWidth),
        scaleY: Float(pictureHeight) * Float(inputHeight) / Float(placedHeight))
    }
    let gain = min(
      Double(inputHeight) / Double(pictureHeight), Double(inputWidth) / Double(pictureWidth))
    let padX = (Double(inputWidth) - Double(pictureWidth) * gain) / 2
    let padY = (Double(inputHeight) - Double(pictureHeight) * gain) / 2
    return BoxMapping(
      offsetX: Float(padX / Double(inputWidth)), offsetY: Float(padY / Double(inputHeight)),
      scaleX: Float(Double(inputWidth) / gain), scaleY: Float(Double(inputHeight) / gain))
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
