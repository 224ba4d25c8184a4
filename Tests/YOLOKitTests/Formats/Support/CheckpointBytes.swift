@testable import YOLOKit

/// A YOLOv5 checkpoint written by hand: one storage of floats that are all 2, of which every tensor
/// is a part, so that any tensor serves as weights, anchors or strides.
struct CheckpointBytes {
  /// The layers before Detect; each names what it reads by its attribute `f`.
  var layers: [PickleItem]
  /// How many numbers the storage has.
  var storageCount = 4096

  /// The bytes of the file: a ZIP archive of stored entries.
  var bytes: [UInt8] {
    var storage: [UInt8] = []
    for _ in 0..<storageCount { withUnsafeBytes(of: Float(2).bitPattern) { storage += $0 } }
    var zip = StoredZip()
    zip.add("a/data.pkl", contents.pickle)
    zip.add("a/data/0", storage)
    return zip.bytes
  }

  private var contents: PickleItem {
    let detect = Self.module(
      "models.yolo", "Detect", reads: [layers.count - 1],
      tensors: [("anchors", tensor([1, 1, 2])), ("stride", tensor([1]))],
      children: [
        (
          "m",
          Self.module(
            "torch.nn.modules.container", "ModuleList",
            children: [("0", convolution(from: 8, to: 6))])
        )
      ])
    let sequential = Self.module(
      "torch.nn.modules.container", "Sequential",
      children: (layers + [detect]).enumerated().map { ("\($0)", $1) })
    let model = Self.module("models.yolo", "Model", children: [("model", sequential)])
    return .dictionary([("model", model)])
  }

  /// A module with its tables.
  static func module(
    _ package: String, _ name: String, reads: [Int] = [-1], attributes: [(String, PickleItem)] = [],
    tensors: [(String, PickleItem)] = [], children: [(String, PickleItem)] = []
  ) -> PickleItem {
    .object(
      .global(package, name),
      state: .dictionary(
        [
          ("f", .list(reads.map { .integer($0) })), ("_parameters", .dictionary(tensors)),
          ("_buffers", .dictionary([])), ("_modules", .dictionary(children)),
        ] + attributes))
  }

  /// Some modules one after the other.
  static func sequential(_ modules: [PickleItem]) -> PickleItem {
    module(
      "torch.nn.modules.container", "Sequential",
      children: modules.enumerated().map { ("\($0)", $1) })
  }

  /// A tensor at the start of the storage; its strides are those of numbers side by side unless
  /// they are given.
  func tensor(_ shape: [Int], strides: [Int]? = nil) -> PickleItem {
    let dense = shape.indices.map { shape[($0 + 1)...].reduce(1, *) }
    let id = PickleItem.tuple([
      .text("storage"), .global("torch", "FloatStorage"), .text("0"), .text("cpu"),
      .integer(storageCount),
    ])
    return .call(
      .global("torch._utils", "_rebuild_tensor_v2"),
      [
        .persistent(id), .integer(0), .tuple(shape.map { .integer($0) }),
        .tuple((strides ?? dense).map { .integer($0) }),
      ])
  }

  /// A Conv2d of one pixel.
  func convolution(
    from inputs: Int, to filters: Int, strides: [Int]? = nil, weight: PickleItem? = nil
  ) -> PickleItem {
    Self.module(
      "torch.nn.modules.conv", "Conv2d",
      attributes: [
        ("in_channels", .integer(inputs)), ("out_channels", .integer(filters)),
        ("kernel_size", .integer(1)),
      ],
      tensors: [("weight", weight ?? tensor([filters, inputs, 1, 1], strides: strides))])
  }

  /// A BatchNorm2d.
  func batchNormalization(_ channels: Int) -> PickleItem {
    Self.module(
      "torch.nn.modules.batchnorm", "BatchNorm2d",
      attributes: [("num_features", .integer(channels)), ("eps", .float(0.001))],
      tensors: ["weight", "bias", "running_mean", "running_var"].map { ($0, tensor([channels])) })
  }
}
