import CPango
import VisionTypes

/// Draws detections onto a picture: a box each, with a label such as `dog 64 %`.
///
/// Lines and letters grow with the picture. A class has the same colour in every picture. The
/// best detection lies on top. Texts are laid out by Pango rather than by a built-in font,
/// because class names come in every script: Pango finds a font for each of them among the
/// system's, joins and orders letters as the script wants, and combines accents and emoji.
///
/// A value without shared state; `draw` may be called from any thread.
///
/// ```swift
/// let drawn = try DetectionOverlay().draw(result.detections, on: picture)
/// try StillImage.write(drawn, to: "found.jpg")
/// ```
public struct DetectionOverlay: Sendable, Equatable {
  /// Whether labels have the class name; on by default.
  public var showsNames: Bool
  /// Whether labels have the score in percent; on by default.
  ///
  /// Without names and scores there are no labels.
  public var showsScores: Bool
  /// The width of the lines, in pixels, 1…1000; by default it grows with the picture.
  public var lineWidth: Double?
  /// The size of the letters, in pixels, 4…4000; by default it grows with the picture.
  public var fontSize: Double?

  /// Makes an overlay; every parameter has its property's default.
  public init(
    showsNames: Bool = true, showsScores: Bool = true, lineWidth: Double? = nil,
    fontSize: Double? = nil
  ) {
    self.showsNames = showsNames
    self.showsScores = showsScores
    self.lineWidth = lineWidth
    self.fontSize = fontSize
  }

  /// Draws detections onto a copy of a picture.
  ///
  /// Boxes are drawn inside the picture's edges. Boxes outside the picture, or with numbers that
  /// are not finite, are left out.
  ///
  /// - Parameters:
  ///   - detections: What to draw, with boxes in pixels of `image`.
  ///   - image: A picture in any pixel format, at most 32767 pixels a side; its alpha is left
  ///     out.
  /// - Returns: The picture with the drawing, `[height, width, 3]` in RGB.
  /// - Throws: ``MediaError`` when the picture is too large for cairo or no font is installed.
  public func draw(
    _ detections: [Detection], on image: PixelImage
  ) throws(MediaError) -> PixelImage {
    let metrics = OverlayMetrics(
      width: image.width, height: image.height, lineWidth: lineWidth, fontSize: fontSize)
    let marks = marks(for: detections, on: image)
    return try OverlayCanvas.draw(on: image) { cairo throws(MediaError) in
      for mark in marks.reversed() { drawBox(mark, metrics, with: cairo) }
      try drawLabels(marks, metrics, on: image, with: cairo)
    }
  }

  /// What is drawn for one detection.
  private struct Mark {
    var box: OverlayRect
    var color: ClassColor
    var label: String
  }

  /// The visible detections, best first; equal ones in their order.
  private func marks(for detections: [Detection], on image: PixelImage) -> [Mark] {
    let ranked = detections.enumerated().sorted { first, second in
      let (a, b) = (rank(first.element), rank(second.element))
      return a != b ? a > b : first.offset < second.offset
    }
    return ranked.compactMap { _, detection in
      let box = detection.boundingBox
      guard let visible = OverlayRect(box, width: image.width, height: image.height) else {
        return nil
      }
      return Mark(
        box: visible, color: ClassColor(classIndex: detection.category.index),
        label: LabelText.label(
          for: detection.category, showsName: showsNames, showsScore: showsScores))
    }
  }

  /// The score, with what is no number below all others.
  private func rank(_ detection: Detection) -> Float {
    detection.category.score.isNaN ? -.infinity : detection.category.score
  }

  /// Draws the line along the inside of the box, between thin dark rims that set it off from
  /// bright and like-coloured ground.
  private func drawBox(_ mark: Mark, _ metrics: OverlayMetrics, with cairo: OpaquePointer) {
    let box = mark.box
    let full = min(metrics.lineWidth + 2 * metrics.rimWidth, min(box.width, box.height) / 2)
    let line = min(metrics.lineWidth, full)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
    for (width, isRim) in [(full, true), (line, false)] {
      let inset = full / 2
      cairo_rectangle(
        cairo, box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)
      cairo_set_line_width(cairo, width)
      if isRim {
        cairo_set_source_rgba(cairo, 0, 0, 0, 0.4)
      } else {
        cairo_set_source_rgb(cairo, mark.color.red, mark.color.green, mark.color.blue)
      }
      cairo_stroke(cairo)
    }
  }

  /// Places the labels best first, so that the best has the best place, and draws them in the
  /// opposite order, so that it is on top.
  private func drawLabels(
    _ marks: [Mark], _ metrics: OverlayMetrics, on image: PixelImage, with cairo: OpaquePointer
  ) throws(MediaError) {
    guard marks.contains(where: { !$0.label.isEmpty }) else { return }
    let room = Double(image.width) - 2 * metrics.sidePadding
    guard room > 0 else { return }
    let text = try LabelText(
      drawingWith: cairo, fontSize: metrics.fontSize, maximumWidth: room)
    var placement = LabelPlacement(width: image.width, height: image.height)
    var placed: [(mark: Mark, frame: OverlayRect)] = []
    for mark in marks where !mark.label.isEmpty {
      let size = text.set(mark.label)
      let frame = placement.place(
        for: mark.box,
        size: (size.width + 2 * metrics.sidePadding, size.height + 2 * metrics.verticalPadding))
      if let frame { placed.append((mark, frame)) }
    }
    for (mark, frame) in placed.reversed() {
      _ = text.set(mark.label)
      drawLabel(text, mark.color, in: frame, metrics, with: cairo)
    }
  }

  private func drawLabel(
    _ text: LabelText, _ color: ClassColor, in frame: OverlayRect, _ metrics: OverlayMetrics,
    with cairo: OpaquePointer
  ) {
    let radius = min(metrics.cornerRadius, frame.height / 2)
    let quarter = Double.pi / 2
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, frame.maxX - radius, frame.y + radius, radius, -quarter, 0)
    cairo_arc(cairo, frame.maxX - radius, frame.maxY - radius, radius, 0, quarter)
    cairo_arc(cairo, frame.x + radius, frame.maxY - radius, radius, quarter, 2 * quarter)
    cairo_arc(cairo, frame.x + radius, frame.y + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
    cairo_fill(cairo)
    let shade = color.prefersBlackText ? 0.0 : 1.0
    cairo_set_source_rgb(cairo, shade, shade, shade)
    text.draw(with: cairo, x: frame.x + metrics.sidePadding, y: frame.y + metrics.verticalPadding)
  }
}
