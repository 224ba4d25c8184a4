import CCairo
import VisionTypes

/// A picture of precision over recall: one thin line a class, a strong one for each mean.
///
/// Up to ten classes have colours and names of their own; of more, all lines are grey. A value without
/// shared state; `draw` may be called from any thread.
///
/// ```swift
/// let plot = PrecisionRecallPlot(title: "yolov3-tiny", means: [.init("IoU 0.50", precisions)])
/// try StillImage.write(plot.draw(), to: "precision-recall.png")
/// ```
public struct PrecisionRecallPlot: Sendable, Equatable {
  /// A line of the plot.
  public struct Curve: Sendable, Equatable {
    /// What the legend calls it.
    public var name: String
    /// Precision, 0…1, at recalls evenly spaced from 0 to 1; what is no number counts as 0.
    public var precisions: [Double]
    /// The average precision, 0…1, for the legend; nil shows none.
    public var value: Double?

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - name: What the legend calls it.
    ///   - precisions: Precision, 0…1, at recalls evenly spaced from 0 to 1; with fewer than two there
    ///     is no line.
    ///   - value: The average precision, 0…1.
    public init(_ name: String, _ precisions: [Double], value: Double? = nil) {
      self.name = name
      self.precisions = precisions
      self.value = value
    }
  }

  /// The most classes that get colours of their own.
  static let colorLimit = 10

  /// The heading.
  public var title: String
  /// A line under the heading.
  public var subtitle: String
  /// The strong lines.
  public var means: [Curve]
  /// The thin lines.
  public var classes: [Curve]

  /// Makes a plot.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - subtitle: A line under the heading.
  ///   - means: The strong lines, the most important one first.
  ///   - classes: The thin lines.
  public init(title: String, subtitle: String = "", means: [Curve], classes: [Curve] = []) {
    self.title = title
    self.subtitle = subtitle
    self.means = means
    self.classes = classes
  }

  /// Draws the plot.
  ///
  /// - Returns: A picture, `[800, 1280, 3]` in RGB.
  /// - Throws: ``MediaError`` when no font is installed or cairo fails.
  public func draw() throws(MediaError) -> PixelImage {
    let layout = PrecisionRecallLayout()
    return try OverlayCanvas.draw(on: try Self.paper(layout)) { cairo throws(MediaError) in
      let pen = try PrecisionRecallPen(cairo)
      drawHeading(layout, pen)
      drawAxes(layout, pen)
      let lines = styledCurves
      for line in lines.reversed() {
        pen.stroke(line.curve.precisions, line.style, in: layout.area)
      }
      drawLegend(lines, layout, pen)
    }
  }

  private static func paper(_ layout: PrecisionRecallLayout) throws(MediaError) -> PixelImage {
    let (width, height) = (layout.width, layout.height)
    do throws(PixelImageError) {
      return try PixelImage(
        width: width, height: height, format: .gray,
        bytes: [UInt8](repeating: 255, count: width * height))
    } catch { throw .cannotDraw(reason: "\(error)") }
  }

  /// A line with how it is drawn.
  private struct StyledCurve {
    var curve: Curve
    var style: PrecisionRecallStyle
  }

  /// The means, then the classes: the order of the legend.
  private var styledCurves: [StyledCurve] {
    let isColored = classes.count <= Self.colorLimit
    return means.enumerated().map { StyledCurve(curve: $1, style: .mean($0)) }
      + classes.enumerated().map {
        StyledCurve(curve: $1, style: isColored ? .colored($0) : .plain)
      }
  }

  private func drawHeading(_ layout: PrecisionRecallLayout, _ pen: PrecisionRecallPen) {
    pen.write(title, .title, at: (layout.area.x, layout.titleTop), align: .left)
    pen.write(subtitle, .plain, at: (layout.area.x, layout.subtitleTop), align: .left)
  }

  private func drawAxes(_ layout: PrecisionRecallLayout, _ pen: PrecisionRecallPen) {
    let area = layout.area
    for step in 0...5 {
      let share = Double(step) / 5
      let label = step == 0 ? "0" : step == 5 ? "1" : "0.\(step * 2)"
      let (x, y) = (area.x + share * area.width, area.maxY - share * area.height)
      pen.rule(from: (x, area.y), to: (x, area.maxY), isAxis: step == 0)
      pen.rule(from: (area.x, y), to: (area.maxX, y), isAxis: step == 0)
      pen.write(label, .plain, at: (x, area.maxY + layout.gap), align: .center)
      pen.write(label, .plain, at: (area.x - layout.gap, y), align: .rightMiddle)
    }
    pen.write(
      "Recall", .strong, at: (area.x + area.width / 2, layout.recallTop), align: .center)
    pen.write("Precision", .strong, at: (layout.precisionLeft, layout.precisionTop), align: .left)
  }

  private func drawLegend(
    _ lines: [StyledCurve], _ layout: PrecisionRecallLayout, _ pen: PrecisionRecallPen
  ) {
    var y = layout.area.y
    let write = { (name: String, value: Double?, style: PrecisionRecallStyle) in
      pen.swatch(style, from: (layout.legendLeft, y + layout.legendStep / 2))
      pen.write(
        name, .plain, at: (layout.legendTextLeft, y + layout.legendStep / 2), align: .leftMiddle)
      if let value {
        pen.write(
          Self.decimals(value), .strong, at: (layout.legendRight, y + layout.legendStep / 2),
          align: .rightMiddle)
      }
      y += layout.legendStep
    }
    for line in lines where !line.style.isPlain {
      if line.style == .colored(0) { y += layout.legendStep / 2 }
      write(line.curve.name, line.curve.value, line.style)
    }
    guard classes.count > Self.colorLimit else { return }
    y += layout.legendStep / 2
    write("\(classes.count) single classes", nil, .plain)
  }

  /// A share to three decimals.
  static func decimals(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let thousandths = Int((min(max(value, 0), 1) * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
