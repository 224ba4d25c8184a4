import TestSupport
import Testing

@testable import YOLOKit

@Suite struct LetterboxTests {
  /// Pictures of all kinds: usual, odd, tiny, and of extreme shapes.
  static let pictures = [
    (640, 480), (480, 640), (416, 416), (1920, 1080), (1080, 1920), (333, 500), (501, 333),
    (97, 53), (53, 97), (1, 1), (2, 1), (1, 2), (1000, 1), (1, 1000), (1000, 3), (3, 1000),
    (417, 416), (416, 417), (7, 5), (6000, 4000),
  ]
  static let inputs = [(416, 416), (608, 352), (97, 31)]

  private static func letterbox(
    _ picture: (Int, Int), _ input: (Int, Int), stretches: Bool = false
  ) -> Letterbox {
    Letterbox(
      image: (width: picture.0, height: picture.1),
      input: FeatureShape(height: input.1, width: input.0, channels: 3),
      policy: stretches ? .stretch : .letterbox, conventions: .darknet(.letterbox))
  }

  @Test(arguments: pictures.indices, inputs.indices)
  func picturesFillOneSideAndKeepTheirShape(picture: Int, input: Int) {
    let (size, room) = (Self.pictures[picture], Self.inputs[input])
    let box = Self.letterbox(size, room)
    #expect(box.placedWidth >= 1 && box.placedHeight >= 1)
    #expect(box.placedWidth == room.0 || box.placedHeight == room.1)
    #expect(box.left >= 0 && box.left + box.placedWidth <= room.0)
    #expect(box.top >= 0 && box.top + box.placedHeight <= room.1)
    // In the middle: the two margins differ by one at the most.
    #expect((0...1).contains(room.0 - box.placedWidth - 2 * box.left))
    #expect((0...1).contains(room.1 - box.placedHeight - 2 * box.top))
    // The other side is rounded down by less than a pixel, and never to nothing.
    let scale = min(Double(room.0) / Double(size.0), Double(room.1) / Double(size.1))
    #expect(Double(box.placedWidth) - max(1, Double(size.0) * scale) < 1e-9)
    #expect(Double(box.placedWidth) > Double(size.0) * scale - 1)
    #expect(Double(box.placedHeight) - max(1, Double(size.1) * scale) < 1e-9)
    #expect(Double(box.placedHeight) > Double(size.1) * scale - 1)
  }

  /// A picture's pixel goes to the input and comes back where it was, to a thousandth of a pixel
  /// (for the largest pictures: of a pixel of the input, as far as `Float` reaches).
  @Test(arguments: pictures.indices, [false, true])
  func exactMappingInverts(picture: Int, stretches: Bool) {
    for room in Self.inputs { expectInverse(Self.pictures[picture], room, stretches) }
  }

  private func expectInverse(_ size: (Int, Int), _ room: (Int, Int), _ stretches: Bool) {
    let box = Self.letterbox(
      size, room, stretches: stretches)
    let mapping = box.mapping(isExact: true)
    var generator = SeededGenerator(seed: UInt64(size.0))
    for _ in 0..<50 {
      let x = Double.random(in: 0...Double(size.0), using: &generator)
      let y = Double.random(in: 0...Double(size.1), using: &generator)
      let (w, h) = (Double(size.0) / 3, Double(size.1) / 7)
      let scaleX = Double(box.placedWidth) / Double(size.0)
      let scaleY = Double(box.placedHeight) / Double(size.1)
      let found = mapping.box(
        centerX: Float((Double(box.left) + x * scaleX) / Double(room.0)),
        centerY: Float((Double(box.top) + y * scaleY) / Double(room.1)),
        width: Float(w * scaleX / Double(room.0)), height: Float(h * scaleY / Double(room.1)))
      let roomX = max(1e-3, 1e-3 / scaleX)
      let roomY = max(1e-3, 1e-3 / scaleY)
      #expect(abs(Double(found.xMin + found.xMax) / 2 - x) < roomX, "\(size) in \(room), x \(x)")
      #expect(abs(Double(found.yMin + found.yMax) / 2 - y) < roomY, "\(size) in \(room), y \(y)")
      #expect(abs(Double(found.width) - w) < roomX && abs(Double(found.height) - h) < roomY)
    }
  }

  /// Darknet's `correct_yolo_boxes`: half of the empty space, half a pixel more than the real offset
  /// where that space is odd; the same where it is even.
  @Test(arguments: pictures.indices, inputs.indices)
  func darknetsMappingIsItsFormula(picture: Int, input: Int) {
    let (size, room) = (Self.pictures[picture], Self.inputs[input])
    let box = Self.letterbox(size, room)
    let (netWidth, netHeight) = (Double(room.0), Double(room.1))
    let (newWidth, newHeight) = (Double(box.placedWidth), Double(box.placedHeight))
    let x = (0.3 - (netWidth - newWidth) / 2 / netWidth) / (newWidth / netWidth) * Double(size.0)
    let y =
      (0.6 - (netHeight - newHeight) / 2 / netHeight) / (newHeight / netHeight)
      * Double(size.1)
    let darknet = box.mapping(isExact: false)
      .box(centerX: 0.3, centerY: 0.6, width: 0, height: 0)
    #expect(abs(Double(darknet.xMin) - x) <= abs(x) * 1e-5 + 1e-3, "\(size) in \(room)")
    #expect(abs(Double(darknet.yMin) - y) <= abs(y) * 1e-5 + 1e-3, "\(size) in \(room)")
    let exact = box.mapping(isExact: true)
    let oddX = (room.0 - box.placedWidth) % 2 == 1
    let oddY = (room.1 - box.placedHeight) % 2 == 1
    let halfX = (box.mapping(isExact: false).offsetX - exact.offsetX) * Float(room.0)
    let halfY = (box.mapping(isExact: false).offsetY - exact.offsetY) * Float(room.1)
    #expect(abs(halfX - (oddX ? 0.5 : 0)) < 1e-4 && abs(halfY - (oddY ? 0.5 : 0)) < 1e-4)
  }

  @Test(arguments: pictures.indices) func stretchingFillsAll(picture: Int) {
    let size = Self.pictures[picture]
    let box = Self.letterbox(size, (416, 320), stretches: true)
    #expect(box.placedWidth == 416 && box.placedHeight == 320 && box.left == 0 && box.top == 0)
    let whole = box.mapping(isExact: false)
      .box(centerX: 0.5, centerY: 0.5, width: 1, height: 1)
    #expect(whole == BoundingBox(xMin: 0, yMin: 0, xMax: Float(size.0), yMax: Float(size.1)))
    #expect(box.mapping(isExact: true) == box.mapping(isExact: false))
  }

  /// Sizes by hand: `letterbox_image` divides integers.
  @Test func sizesAreDarknets() {
    let wide = Self.letterbox((768, 576), (416, 416))
    #expect(wide.placedWidth == 416 && wide.placedHeight == 312 && wide.top == 52)
    let odd = Self.letterbox((500, 333), (416, 416))
    #expect(odd.placedHeight == 277 && odd.top == 69)
    let line = Self.letterbox((1000, 1), (416, 416))
    #expect(line.placedWidth == 416 && line.placedHeight == 1 && line.top == 207)
  }
}
