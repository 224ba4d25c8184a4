import Testing
import VisionTypes

@Suite("Pixel format")
struct PixelFormatTests {
  @Test(
    "Sizes and offsets of every format",
    arguments: [
      (.gray, 1, [0, 0, 0]), (.rgb, 3, [0, 1, 2]), (.bgr, 3, [2, 1, 0]), (.rgba, 4, [0, 1, 2]),
      (.bgra, 4, [2, 1, 0]),
    ] as [(PixelFormat, Int, [Int])])
  func layout(format: PixelFormat, size: Int, offsets: [Int]) {
    #expect(format.bytesPerPixel == size)
    let (red, green, blue) = format.redGreenBlueOffsets
    #expect([red, green, blue] == offsets)
  }

  @Test("Offsets stay within the pixel", arguments: PixelFormat.allCases)
  func offsetsWithinPixel(format: PixelFormat) {
    let (red, green, blue) = format.redGreenBlueOffsets
    #expect([red, green, blue].allSatisfy { (0..<format.bytesPerPixel).contains($0) })
  }

  @Test("Formats are read by their names")
  func names() {
    #expect(PixelFormat.allCases.map(\.rawValue) == ["gray", "rgb", "bgr", "rgba", "bgra"])
    #expect(PixelFormat(rawValue: "BGR") == nil)
  }
}
