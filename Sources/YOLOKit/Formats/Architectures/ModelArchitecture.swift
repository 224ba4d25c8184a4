/// A network that is known by name, without any file.
public enum ModelArchitecture: Sendable, Hashable {
  /// One of YOLOv5's, as of its release 6 and 7.
  case yolov5(YOLOv5Variant)

  /// Finds an architecture by its usual name: `yolov5s`, `yolov5x6`.
  ///
  /// - Parameter name: The name; nil comes back for one that is not known.
  public init?(named name: String) {
    guard let variant = YOLOv5Variant(rawValue: name) else { return nil }
    self = .yolov5(variant)
  }

  /// All names.
  public static let names = YOLOv5Variant.allCases.map(\.rawValue)
}

/// The sizes of YOLOv5, by upstream's names; those with a 6 have a fourth head, of stride 64.
public enum YOLOv5Variant: String, Sendable, CaseIterable {
  case nano = "yolov5n"
  case small = "yolov5s"
  case medium = "yolov5m"
  case large = "yolov5l"
  case extraLarge = "yolov5x"
  case nano6 = "yolov5n6"
  case small6 = "yolov5s6"
  case medium6 = "yolov5m6"
  case large6 = "yolov5l6"
  case extraLarge6 = "yolov5x6"

  /// Whether there is a fourth head, of stride 64.
  var hasFourHeads: Bool { rawValue.hasSuffix("6") }

  /// The largest step from input pixel to cell, in pixels.
  var stride: Int { hasFourHeads ? 64 : 32 }

  /// What the numbers of repeated blocks are multiplied with.
  var depth: Double {
    switch self {
    case .nano, .small, .nano6, .small6: 0.33
    case .medium, .medium6: 0.67
    case .large, .large6: 1
    case .extraLarge, .extraLarge6: 1.33
    }
  }

  /// What the numbers of channels are multiplied with.
  var width: Double {
    switch self {
    case .nano, .nano6: 0.25
    case .small, .small6: 0.5
    case .medium, .medium6: 0.75
    case .large, .large6: 1
    case .extraLarge, .extraLarge6: 1.25
    }
  }
}
