/// How a picture of any shape becomes the network's input.
///
/// A network finds best what was shown to it in training the same way, so the default follows the
/// program that the model's file was written for.
public enum ResizePolicy: String, Sendable, CaseIterable {
  /// As the model's own program does.
  ///
  /// For Darknet files of the original program that is ``letterbox``; for those of AlexeyAB's
  /// program ``stretch``, unless the cfg's `[net]` section has `letter_box=1`; for YOLOv5
  /// ``rectangle``.
  case automatic
  /// Keep the picture's shape; fill the rest of the input with grey.
  case letterbox
  /// Keep the picture's shape and make the input no larger than needed: the longer side is the
  /// input's, the shorter one the next multiple of the network's stride.
  ///
  /// For YOLOv5's networks, which take any such size. Faster than ``letterbox``, with slightly other
  /// boxes.
  case rectangle
  /// As ``letterbox``, with the picture's size rounded up, as YOLOv5's `val.py` does without `rect`.
  case validationLetterbox = "validation-letterbox"
  /// As ``rectangle``, with the picture's size rounded up and half a stride more room, as YOLOv5's
  /// `val.py` does with `rect`, its default.
  ///
  /// One thing differs: `val.py` shrinks pictures that are larger than the input by area.
  case validationRectangle = "validation-rectangle"
  /// Stretch the picture to the input, whatever its shape.
  case stretch
}

extension ResizePolicy {
  /// Whether the input is made no larger than the picture needs.
  var isRectangle: Bool { self == .rectangle || self == .validationRectangle }

  /// Whether this is one of the manners of YOLOv5's `val.py`.
  var isValidation: Bool { self == .validationLetterbox || self == .validationRectangle }
}
