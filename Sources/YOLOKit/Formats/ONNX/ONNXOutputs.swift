/// What comes out of an ONNX model.
public enum ONNXOutputs: Sendable {
  /// The raw numbers of each head, `[1, anchors * (5 + classes), height, width]`.
  case raw
  /// All boxes of all heads, `[1, boxes, 5 + classes]`: centre, width and height in pixels of the
  /// network's input, objectness and class scores in 0…1.
  case decoded
}
