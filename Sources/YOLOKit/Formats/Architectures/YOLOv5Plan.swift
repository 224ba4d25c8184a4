/// The layers of YOLOv5 before depth and width are applied.
///
/// Source: `models/yolov5s.yaml` and `models/hub/yolov5s6.yaml` of YOLOv5's release 6.
struct YOLOv5Plan {
  /// One layer; it reads the one before, where it does not say otherwise.
  enum Layer {
    /// A square convolution with a batch normalisation and SiLU.
    case convolution(Int, kernel: Int = 3, stride: Int = 2, padding: Int? = nil)
    /// C3: two branches, one of them through some bottlenecks.
    case c3(Int, repeats: Int = 3, shortcut: Bool = true)
    /// SPPF: three pools in a row, side by side.
    case pyramid(Int)
    /// Twice the rows and columns.
    case upsample
    /// The layer before beside an earlier one.
    case join(Int)
  }

  /// The layers before the head.
  let layers: [Layer]
  /// The layers that the head reads.
  let headInputs: [Int]
  /// Three anchors for each of them, in pixels: width, height and so on.
  let anchors: [[Float]]

  /// The plan of a variant.
  init(_ variant: YOLOv5Variant) {
    self = variant.hasFourHeads ? Self.fourHeads : Self.threeHeads
  }

  private init(layers: [Layer], headInputs: [Int], anchors: [[Float]]) {
    self.layers = layers
    self.headInputs = headInputs
    self.anchors = anchors
  }

  private static let trunk: [Layer] = [
    .convolution(64, kernel: 6, padding: 2), .convolution(128), .c3(128), .convolution(256),
    .c3(256, repeats: 6), .convolution(512), .c3(512, repeats: 9),
  ]

  private static func reduction(_ channels: Int) -> Layer {
    .convolution(channels, kernel: 1, stride: 1)
  }

  private static let threeHeads = YOLOv5Plan(
    layers: trunk + [
      .convolution(1024), .c3(1024), .pyramid(1024),
      // 10…17: down to the finest head
      reduction(512), .upsample, .join(6), .c3(512, shortcut: false),
      reduction(256), .upsample, .join(4), .c3(256, shortcut: false),
      // 18…23: and up again
      .convolution(256), .join(14), .c3(512, shortcut: false),
      .convolution(512), .join(10), .c3(1024, shortcut: false),
    ],
    headInputs: [17, 20, 23],
    anchors: [
      [10, 13, 16, 30, 33, 23], [30, 61, 62, 45, 59, 119], [116, 90, 156, 198, 373, 326],
    ])

  private static let fourHeads = YOLOv5Plan(
    layers: trunk + [
      .convolution(768), .c3(768), .convolution(1024), .c3(1024), .pyramid(1024),
      // 12…23: down to the finest head
      reduction(768), .upsample, .join(8), .c3(768, shortcut: false),
      reduction(512), .upsample, .join(6), .c3(512, shortcut: false),
      reduction(256), .upsample, .join(4), .c3(256, shortcut: false),
      // 24…32: and up again
      .convolution(256), .join(20), .c3(512, shortcut: false),
      .convolution(512), .join(16), .c3(768, shortcut: false),
      .convolution(768), .join(12), .c3(1024, shortcut: false),
    ],
    headInputs: [23, 26, 29, 32],
    anchors: [
      [19, 27, 44, 40, 38, 94], [96, 68, 86, 152, 180, 137], [140, 301, 303, 264, 238, 542],
      [436, 615, 739, 380, 925, 792],
    ])
}
