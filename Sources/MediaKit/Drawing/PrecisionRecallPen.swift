import CCairo

/// Draws the lines and texts of a precision-recall plot.
struct PrecisionRecallPen {
  /// The sizes of text.
  enum Font {
    case title, strong, plain
  }

  /// Which point of a text is put at a place: of its top edge, or of its middle line.
  enum Alignment {
    case left, center, leftMiddle, rightMiddle
  }

  private let cairo: OpaquePointer
  private let title: LabelText
  private let strong: LabelText
  private let plain: LabelText
  /// Like ``plain``, but short enough for the numbers beside it.
  private let legend: LabelText

  /// Prepares the fonts.
  ///
  /// - Throws: ``MediaError/cannotDraw(reason:)`` when none is installed.
  init(_ cairo: OpaquePointer) throws(MediaError) {
    self.cairo = cairo
    title = try LabelText(drawingWith: cairo, fontSize: 28, maximumWidth: 1150)
    strong = try LabelText(drawingWith: cairo, fontSize: 18, maximumWidth: 400)
    plain = try LabelText(
      drawingWith: cairo, fontName: "Sans", fontSize: 18, maximumWidth: 1150)
    legend = try LabelText(
      drawingWith: cairo, fontName: "Sans", fontSize: 18, maximumWidth: 235)
  }

  /// Writes a text.
  func write(
    _ text: String, _ font: Font, at place: (x: Double, y: Double), align: Alignment
  ) {
    let layout =
      switch font {
      case .title: title
      case .strong: strong
      case .plain: align == .leftMiddle ? legend : plain
      }
    let size = layout.set(text)
    let isMiddle = align == .leftMiddle || align == .rightMiddle
    let shift =
      switch align {
      case .left, .leftMiddle: 0.0
      case .center: size.width / 2
      case .rightMiddle: size.width
      }
    let shade = font == .plain ? 0.3 : 0.1
    cairo_set_source_rgb(cairo, shade, shade, shade)
    layout.draw(
      with: cairo, x: place.x - shift, y: isMiddle ? place.y - size.height / 2 : place.y)
  }

  /// Draws a line of the grid, on whole pixels.
  func rule(from start: (x: Double, y: Double), to end: (x: Double, y: Double), isAxis: Bool) {
    let shade = isAxis ? 0.35 : 0.89
    cairo_set_source_rgb(cairo, shade, shade, shade)
    cairo_set_line_width(cairo, 1)
    cairo_set_dash(cairo, nil, 0, 0)
    cairo_move_to(cairo, start.x.rounded() + 0.5, start.y.rounded() + 0.5)
    cairo_line_to(cairo, end.x.rounded() + 0.5, end.y.rounded() + 0.5)
    cairo_stroke(cairo)
  }

  /// Draws a curve of values 0…1, evenly spaced over the width of an area.
  func stroke(_ values: [Double], _ style: PrecisionRecallStyle, in area: OverlayRect) {
    guard values.count > 1 else { return }
    for (index, value) in values.enumerated() {
      let height = value.isFinite ? min(max(value, 0), 1) : 0
      let x = area.x + Double(index) / Double(values.count - 1) * area.width
      let y = area.maxY - height * area.height
      if index == 0 { cairo_move_to(cairo, x, y) } else { cairo_line_to(cairo, x, y) }
    }
    draw(style)
  }

  /// Draws a piece of a line for the legend.
  func swatch(_ style: PrecisionRecallStyle, from start: (x: Double, y: Double)) {
    cairo_move_to(cairo, start.x, start.y)
    cairo_line_to(cairo, start.x + 34, start.y)
    draw(style)
  }

  private func draw(_ style: PrecisionRecallStyle) {
    let color = style.color
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(cairo, style.lineWidth)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), 0)
    cairo_stroke(cairo)
  }
}
