/// The measures of boxes and labels, in pixels, grown with the picture.
struct OverlayMetrics: Equatable {
  /// The width of a box's coloured line; a whole number, for crisp edges.
  var lineWidth: Double
  /// The width of the thin dark rim on either side of the line.
  var rimWidth: Double
  /// The height of a label's letters from descender to ascender, roughly.
  var fontSize: Double

  /// Measures for a picture of the given size in pixels; given sizes replace the grown ones.
  init(width: Int, height: Int, lineWidth: Double?, fontSize: Double?) {
    let side = (Double(width) + Double(height)) / 2
    let line = Self.usable(lineWidth, in: 1...1000) ?? max((side * 0.0038).rounded(), 1)
    self.lineWidth = line.rounded()
    self.rimWidth = max((self.lineWidth * 0.2).rounded(), 1)
    self.fontSize = Self.usable(fontSize, in: 4...4000) ?? min(max(side * 0.021, 11), 400)
  }

  private static func usable(_ value: Double?, in range: ClosedRange<Double>) -> Double? {
    guard let value, value.isFinite else { return nil }
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// The space between a label's text and its left and right ends.
  var sidePadding: Double { (fontSize * 0.4).rounded() }
  /// The space above and below a label's text.
  var verticalPadding: Double { (fontSize * 0.12).rounded() }
  /// The radius of a label's corners.
  var cornerRadius: Double { (fontSize * 0.22).rounded() }
}
