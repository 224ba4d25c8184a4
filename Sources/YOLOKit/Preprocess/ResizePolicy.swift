/// How a picture of any shape becomes the network's fixed input.
///
/// A network finds best what was shown to it in training the same way, so the default follows the
/// program that the model's file was written for.
public enum ResizePolicy: String, Sendable, CaseIterable {
  /// As the model's own program does: for Darknet files ``letterbox`` as in the original program,
  /// or what `letter_box=` in the cfg's `[net]` section says.
  case automatic
  /// Keep the picture's shape; fill the rest of the input with grey.
  case letterbox
  /// Stretch the picture to the input, whatever its shape.
  case stretch
}
