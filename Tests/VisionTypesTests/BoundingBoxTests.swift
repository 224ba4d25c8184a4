import Testing
import VisionTypes

@Suite("Bounding box")
struct BoundingBoxTests {
  @Test("Edges, centre and size describe the same box")
  func construction() {
    let box = BoundingBox(centerX: 30, centerY: 50, width: 20, height: 60)
    #expect(box == BoundingBox(xMin: 20, yMin: 20, xMax: 40, yMax: 80))
    #expect(box.width == 20)
    #expect(box.height == 60)
    #expect(box.area == 1200)
  }

  @Test(
    "A box inside out, without extent or with a NaN has no area",
    arguments: [
      BoundingBox(xMin: 5, yMin: 0, xMax: 2, yMax: 4),
      BoundingBox(xMin: 5, yMin: 4, xMax: 2, yMax: 0),
      BoundingBox(xMin: 1, yMin: 1, xMax: 1, yMax: 9),
      BoundingBox(xMin: .nan, yMin: 0, xMax: 1, yMax: 1),
      BoundingBox(xMin: 0, yMin: 0, xMax: 1, yMax: .nan),
      BoundingBox(xMin: .infinity, yMin: 0, xMax: .infinity, yMax: 1),
      BoundingBox(xMin: -.infinity, yMin: 2, xMax: .infinity, yMax: 2),
    ])
  func noArea(box: BoundingBox) {
    #expect(box.area == 0)
  }

  @Test("Finite means all four edges", arguments: [Float.nan, .infinity, -.infinity])
  func finite(value: Float) {
    let box = BoundingBox(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
    #expect(box.isFinite)
    for edge in [\BoundingBox.xMin, \.yMin, \.xMax, \.yMax] {
      var broken = box
      broken[keyPath: edge] = value
      #expect(!broken.isFinite)
    }
  }

  @Test(
    "Clipping keeps what is inside a 100×50 picture",
    arguments: [
      ([10, 10, 20, 20], [10, 10, 20, 20]),
      ([-5, -5, 120, 70], [0, 0, 100, 50]),
      ([90, 40, 110, 60], [90, 40, 100, 50]),
      ([-30, 10, -10, 20], [0, 10, 0, 20]),
      ([150, 60, 170, 80], [100, 50, 100, 50]),
      ([-.infinity, -.infinity, .infinity, .infinity], [0, 0, 100, 50]),
      ([20, 10, 10, 5], [20, 10, 10, 5]),
    ] as [([Float], [Float])])
  func clipping(edges: [Float], clipped: [Float]) {
    let box = BoundingBox(xMin: edges[0], yMin: edges[1], xMax: edges[2], yMax: edges[3])
    #expect(
      box.clipped(width: 100, height: 50)
        == BoundingBox(xMin: clipped[0], yMin: clipped[1], xMax: clipped[2], yMax: clipped[3]))
  }

  @Test("Clipping leaves a NaN to be noticed, and a picture without size keeps nothing")
  func clippingOddities() {
    let broken = BoundingBox(xMin: .nan, yMin: 1, xMax: 2, yMax: .nan)
    let clipped = broken.clipped(width: 100, height: 50)
    #expect(clipped.xMin.isNaN && clipped.yMax.isNaN && !clipped.isFinite)
    let box = BoundingBox(xMin: 1, yMin: 1, xMax: 9, yMax: 9)
    for size in [0, -7, Int.min] {
      #expect(
        box.clipped(width: size, height: size) == BoundingBox(xMin: 0, yMin: 0, xMax: 0, yMax: 0))
    }
  }
}
