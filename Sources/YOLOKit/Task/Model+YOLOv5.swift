extension Model {
  /// Loads a YOLOv5 checkpoint (`.pt`), as upstream's training writes it.
  ///
  /// Nothing of the file is executed: it is read as inert data, and the network is built from the
  /// modules that it holds. Read are models of YOLOv5 v1 to v7 with any depth, width, number of
  /// classes, anchors and heads. Source of the format: `torch/serialization.py` and YOLOv5's
  /// `models/`.
  ///
  /// - Parameters:
  ///   - checkpointPath: The file.
  ///   - inputSize: The largest width and height of the network's input, 1…65536 pixels each; each
  ///     is rounded up to a multiple of the network's largest stride, as upstream does. Nil for
  ///     640x640.
  /// - Throws: ``ModelFormatError`` when the file cannot be read, or is something else: a state dict,
  ///   a segmentation model, a model of another package.
  public init(
    checkpointPath: String, inputSize: (width: Int, height: Int)? = nil
  ) throws(ModelFormatError) {
    let checkpoint = try TorchCheckpoint(path: checkpointPath)
    let asked = inputSize ?? (640, 640)
    guard (1...65_536).contains(asked.width), (1...65_536).contains(asked.height) else {
      throw .module(
        file: checkpointPath, path: "(the input)", found: "\(asked.width)x\(asked.height) pixels",
        expected: "sides of 1…65536")
    }
    let stride = try YOLOv5Builder.largestStride(of: checkpoint)
    let size = (
      width: (asked.width + stride - 1) / stride * stride,
      height: (asked.height + stride - 1) / stride * stride
    )
    let built = try YOLOv5Builder(checkpoint, inputSize: size)
    let (labels, warnings) = (built.labels, built.warnings)
    // A checkpoint's own length says little: it may hold halves, two models and an optimizer.
    let summary = ModelSummary(
      network: built.network, parameterCount: built.parameterCount,
      expectedWeightBytes: built.parameterCount * 4)
    self.init(
      network: built.takeNetwork(), labels: labels, summary: summary, warnings: warnings,
      conventions: .yolov5(stride: stride))
  }
}
