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
  /// Stretch the picture to the input, whatever its shape.
  case stretch
}
