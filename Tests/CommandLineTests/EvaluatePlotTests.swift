import MediaKit
import Testing
import VisionTypes

/// The picture of precision over recall.
@Suite struct EvaluatePlotTests {
  private static func pixel(_ image: PixelImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = y * image.rowStride + x * 3
    return Array(image.bytes[start..<start + 3])
  }

  /// The darkest pixel of a column between two rows.
  private static func row(_ image: PixelImage, ofDarkestIn x: Int, _ rows: Range<Int>) -> Int? {
    rows.min {
      pixel(image, x, $0).reduce(0) { $0 + Int($1) }
        < pixel(image, x, $1).reduce(0) { $0 + Int($1) }
    }
  }

  @Test func curvesAreWhereTheirNumbersAre() throws {
    let level = [Double](repeating: 0.7, count: 101)
    let image = try PrecisionRecallPlot(title: "", means: [.init("mean", level)]).draw()
    // The area is 760 x 560 pixels at (96, 150); the grid has a line at 0.6 and 0.8, not at 0.7.
    let row = try #require(Self.row(image, ofDarkestIn: 430, 280..<350))
    #expect(abs(row - (150 + 168)) <= 2, "\(row)")
    #expect(Self.pixel(image, 430, 298) == [255, 255, 255])
  }

  @Test func numbersOutOfRangeStayInside() throws {
    let wild = [Double.nan, 5, -5, .infinity, 0.5]
    let plot = PrecisionRecallPlot(
      title: "wild", means: [.init("wild", wild, value: .nan)],
      classes: [.init("none", []), .init("one", [1])])
    let image = try plot.draw()
    // Nothing but white left and right of the curves, above the axis' numbers.
    for y in stride(from: 450, to: 700, by: 1) {
      #expect(Self.pixel(image, 870, y) == [255, 255, 255])
    }
  }

  @Test(arguments: [0, 1, 10, 11, 80])
  func manyClassesFit(count: Int) throws {
    let falling = (0...100).map { 1 - Double($0) / 100 }
    let plot = PrecisionRecallPlot(
      title: String(repeating: "A long title ", count: 30), subtitle: "犬 и كلب",
      means: [.init("mean", falling, value: 0.5)],
      classes: (0..<count).map { .init("class \($0) with a very long name", falling, value: 0.5) })
    let image = try plot.draw()
    #expect((image.width, image.height, image.format) == (1280, 800, .rgb))
    // The last line of the legend, and nothing below the one of ten classes.
    #expect(Self.pixel(image, 1000, 790) == [255, 255, 255])
  }
}
