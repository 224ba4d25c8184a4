/// Where boxes come out of a network, and how its numbers are to be read.
///
/// The network hands on the raw numbers; ``HeadDecoder`` turns them into boxes.
struct Head: Sendable {
  /// The raw numbers, `[height, width, anchors * (coordinates + 1 + classes)]`, or for
  /// ``Kind/grid(_:)`` all numbers in one row; without gaps, so not a part of another map's channels.
  var source: Network.Source
  /// The layer that the head is, from 0: a layer of the file, or a branch of Detect.
  var layer: Int
  /// How many classes it tells apart.
  var classCount: Int
  /// How the numbers are to be read.
  var kind: Kind

  /// The families of heads.
  enum Kind: Sendable {
    /// YOLOv3 and later in Darknet, `[yolo]` and `[Gaussian_yolo]`; YOLOv5's Detect.
    case yolo(YOLOHead)
    /// YOLOv2: `[region]`.
    case region(RegionHead)
    /// YOLOv1: `[detection]`.
    case grid(GridHead)
  }
}

/// The settings of a `[yolo]` or `[Gaussian_yolo]` layer, or of one branch of YOLOv5's Detect.
struct YOLOHead: Sendable {
  /// The anchors of this head, in pixels of the network's input.
  var anchors: [Anchor]
  /// Spreads the centre beyond its cell: `s * logistic(x) - (s - 1) / 2`.
  var scaleXY: Float = 1
  /// Whether the numbers come activated from the network (Darknet's `new_coords=1`).
  var isActivated = false
  /// How sizes are given.
  var sizes = Sizes.exponential
  /// Each coordinate is followed by its uncertainty (Choi, Chun, Kim and Lee, 2019).
  var isGaussian = false

  /// How a raw number `w` tells how many times as wide as its anchor a box is.
  enum Sizes: String, Sendable {
    /// `e^w`: YOLOv3.
    case exponential
    /// `(2 w)²`, where `w` is activated first: YOLOv5, and Darknet's `new_coords=1`.
    case squared
  }

  /// Whether the file's layer leaves its numbers raw, as the convolutions of YOLOv5's Detect do.
  var leavesRaw: Bool { sizes == .squared && !isActivated }

  /// Numbers for each anchor before the class scores: coordinates and objectness.
  var classOffset: Int { isGaussian ? 9 : 5 }
}

/// The settings of a `[region]` layer.
struct RegionHead: Sendable {
  /// The anchors, in cells.
  var anchors: [Anchor]
  /// Whether class scores are a softmax; otherwise each is a logistic.
  var isSoftmax: Bool
  /// The place of the objectness holds a class of its own, "nothing", that shares the softmax; every
  /// box then counts.
  var hasBackground = false
  /// Whether the layer's own output holds the logistic of the centres.
  ///
  /// AlexeyAB's program leaves that to the decoding. The boxes are the same.
  var activatesCenters = true
}

/// The settings of a `[detection]` layer.
struct GridHead: Sendable {
  /// Cells along each side of the picture.
  var side: Int
  /// Boxes for each cell.
  var boxesPerCell: Int
  /// Whether the network gives square roots of the sizes.
  var isSquareRoot: Bool
  /// Whether class scores are a softmax.
  var isSoftmax: Bool
}
