/// Finds places for labels so that they stay in the picture and, if possible, off each other.
package struct LabelPlacement {
  /// Where a label is, and which of its ends is away from the box's line.
  package struct Place: Equatable {
    package var frame: OverlayRect
    /// Whether the upper corners are the free ones, rounded; otherwise the lower ones are.
    package var isFreeAtTop: Bool
  }

  private let width: Double
  private let height: Double
  /// How far a label outside the box reaches over its line, in pixels.
  private let overlap: Double
  private var taken: [OverlayRect] = []

  /// Makes a placement for a picture of the given size in pixels.
  package init(width: Int, height: Int, overlap: Double) {
    self.width = Double(width)
    self.height = Double(height)
    self.overlap = overlap
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
  package mutating func place(
    for box: OverlayRect, size: (width: Double, height: Double)
  ) -> Place? {
    guard size.width <= width, size.height <= height else { return nil }
    let x = max(min(box.x, width - size.width), 0)
    let all = [
      (box.y - size.height + overlap, true), (box.y, false), (box.maxY - overlap, false),
      (box.maxY - size.height, true),
    ]
    let inside = all.filter { y, _ in y >= 0 && y + size.height <= height }
    // In a picture hardly higher than the label none may fit.
    let places = (inside.isEmpty ? [(height - size.height, true)] : inside).map { y, isFreeAtTop in
      Place(
        frame: OverlayRect(x: x, y: y, width: size.width, height: size.height),
        isFreeAtTop: isFreeAtTop)
    }
    let free = places.first { place in !taken.contains { $0.intersects(place.frame) } }
    guard let place = free ?? places.first else { return nil }
    taken.append(place.frame)
    return place
  }
}
