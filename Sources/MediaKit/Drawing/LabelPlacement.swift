/// Finds places for labels so that they stay in the picture and, if possible, off each other.
struct LabelPlacement {
  /// The picture's size in pixels.
  let width: Double
  let height: Double
  private var taken: [OverlayRect] = []

  init(width: Int, height: Int) {
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Chooses a label's place and keeps it free of the labels that are placed later.
  ///
  /// Tried in turn: on the box's top edge, hanging inside from the top edge, under the bottom
  /// edge, inside on the bottom edge. Where all are taken by earlier labels, the first one
  /// inside the picture is used.
  ///
  /// - Parameters:
  ///   - box: The box, inside the picture.
  ///   - size: The label's size, in pixels.
  /// - Returns: `nil` when the label is larger than the picture.
  mutating func place(
    for box: OverlayRect, size: (width: Double, height: Double)
  ) -> OverlayRect? {
    guard size.width <= width, size.height <= height else { return nil }
    let x = max(min(box.x, width - size.width), 0)
    let tops = [box.y - size.height, box.y, box.maxY, box.maxY - size.height]
    let inside = tops.filter { $0 >= 0 && $0 + size.height <= height }
    // In a picture hardly higher than the label none may fit.
    let candidates = (inside.isEmpty ? [height - size.height] : inside).map {
      OverlayRect(x: x, y: $0, width: size.width, height: size.height)
    }
    let free = candidates.first { place in !taken.contains { $0.intersects(place) } }
    let place = free ?? candidates[0]
    taken.append(place)
    return place
  }
}
