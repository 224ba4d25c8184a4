import CCairo
import CPango
import VisionTypes

/// Lays out label texts with Pango: it finds a font for every script, joins Arabic letters,
/// orders right-to-left text and draws combined characters, none of which a glyph table does.
package final class LabelText {
  private let layout: OpaquePointer
  private let font: OpaquePointer
  private let context: OpaquePointer
  /// The widest text, in pixels, before it is cut with an ellipsis.
  private let maximumWidth: Double

  /// Makes a layout for one drawing.
  ///
  /// - Parameters:
  ///   - cairo: What will be drawn with.
  ///   - fontName: The font as Pango describes it, without a size.
  ///   - fontSize: The size of the letters, in pixels.
  ///   - maximumWidth: The widest text, in pixels, before it is cut.
  /// - Throws: ``MediaError/cannotDraw(reason:)`` when the system has no font at all.
  init(
    drawingWith cairo: OpaquePointer, fontName: String = "Sans Bold", fontSize: Double,
    maximumWidth: Double
  ) throws(MediaError) {
    guard let context = pango_cairo_create_context(cairo) else {
      throw .cannotDraw(reason: "Pango has no memory")
    }
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    guard let font = pango_font_description_from_string(fontName),
      let layout = pango_layout_new(context)
    else {
      g_object_unref(UnsafeMutableRawPointer(context))
      throw .cannotDraw(reason: "Pango has no memory")
    }
    self.context = context
    self.font = font
    self.layout = layout
    self.maximumWidth = maximumWidth
    pango_font_description_set_absolute_size(font, fontSize * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    pango_layout_set_single_paragraph_mode(layout, 1)
    guard let loaded = pango_context_load_font(context, font) else {
      throw .cannotDraw(reason: "no font is installed; install one, such as fonts-dejavu-core")
    }
    g_object_unref(UnsafeMutableRawPointer(loaded))
  }

  deinit {
    pango_font_description_free(font)
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Sets the text.
  ///
  /// - Returns: Its ink-independent size in pixels, no wider than the maximum.
  func set(_ text: String) -> (width: Double, height: Double) {
    pango_layout_set_width(layout, -1)
    pango_layout_set_text(layout, text, -1)
    var size = measure()
    if size.width > maximumWidth {
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_width(layout, Int32(maximumWidth * Double(PANGO_SCALE)))
      size = measure()
    }
    return (min(size.width, maximumWidth), size.height)
  }

  /// Draws the text that was set with its top left corner at a point, in cairo's colour.
  func draw(with cairo: OpaquePointer, x: Double, y: Double) {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    // Right-to-left text that was cut lies at the right end of its line.
    cairo_move_to(cairo, x - Double(logical.x) / Double(PANGO_SCALE), y)
    pango_cairo_show_layout(cairo, layout)
  }

  private func measure() -> (width: Double, height: Double) {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    let scale = Double(PANGO_SCALE)
    return (
      (Double(logical.width) / scale).rounded(.up), (Double(logical.height) / scale).rounded(.up)
    )
  }
}

extension LabelText {
  /// A detection's label, such as `dog 64 %`; empty when neither part is wanted.
  package static func label(
    for category: Category, showsName: Bool, showsScore: Bool
  ) -> String {
    var parts: [String] = []
    if showsName, !category.categoryName.isEmpty { parts.append(printable(category.categoryName)) }
    if showsScore, category.score.isFinite {
      let percent = Int((min(max(category.score, 0), 1) * 100).rounded())
      parts.append("\(percent)\u{A0}%")
    }
    return parts.joined(separator: " ")
  }

  /// The name without control characters, and no longer than a label may usefully be.
  private static func printable(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars.prefix(200) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }
}
