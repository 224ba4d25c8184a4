/// The sizes of objects that COCO looks at apart; each includes both of its ends.
enum COCOAreaRange: Int, CaseIterable {
  case all, small, medium, large

  /// The areas, in square pixels.
  var range: ClosedRange<Double> {
    switch self {
    case .all: 0...1e10
    case .small: 0...1024
    case .medium: 1024...9216
    case .large: 9216...1e10
    }
  }
}
