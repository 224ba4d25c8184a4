/// Where the parts of a precision-recall plot are, in pixels from the top left.
struct PrecisionRecallLayout {
  /// The picture's width.
  let width = 1280
  /// The picture's height.
  let height = 800
  /// The square that the curves are in: recall to the right, precision upwards.
  let area = OverlayRect(x: 96, y: 150, width: 760, height: 560)
  /// The space between an axis and its numbers.
  let gap = 12.0
  /// The top of the heading.
  let titleTop = 26.0
  /// The top of the line under the heading.
  let subtitleTop = 68.0
  /// The left end of the name of the vertical axis, which stands above it.
  let precisionLeft = 38.0
  /// The top of the name of the vertical axis.
  let precisionTop = 112.0
  /// The top of the name of the horizontal axis.
  let recallTop = 748.0
  /// The left end of the legend's pieces of line.
  let legendLeft = 892.0
  /// The left end of the legend's names.
  let legendTextLeft = 938.0
  /// The right end of the legend's numbers.
  let legendRight = 1248.0
  /// From one line of the legend to the next.
  let legendStep = 32.0
}
