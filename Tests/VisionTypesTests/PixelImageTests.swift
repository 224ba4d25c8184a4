import Testing
import VisionTypes

@Suite("Pixel image")
struct PixelImageTests {
  @Test("Rows follow each other without a gap unless a stride is given")
  func tightRows() throws {
    let image = try PixelImage(width: 2, height: 1, format: .rgb, bytes: [255, 0, 0, 0, 255, 0])
    #expect(image.width == 2)
    #expect(image.height == 1)
    #expect(image.format == .rgb)
    #expect(image.rowStride == 6)
    #expect(image.bytes == [255, 0, 0, 0, 255, 0])
  }

  @Test("The last row needs no padding, and bytes after it do no harm", arguments: [11, 16, 40])
  func stride(count: Int) throws {
    let image = try PixelImage(
      width: 1, height: 2, format: .rgb, rowStride: 8, bytes: Array(repeating: 7, count: count))
    #expect(image.rowStride == 8)
    #expect(image.bytes.count == count)
  }

  @Test(
    "The byte count is exact for every format", arguments: PixelFormat.allCases)
  func exactCount(format: PixelFormat) throws {
    let needed = 3 * 2 * format.bytesPerPixel
    let bytes = [UInt8](repeating: 1, count: needed)
    #expect(try PixelImage(width: 3, height: 2, format: format, bytes: bytes).bytes == bytes)
    #expect(throws: PixelImageError.tooFewBytes(found: needed - 1, expected: needed)) {
      try PixelImage(width: 3, height: 2, format: format, bytes: Array(bytes.dropLast()))
    }
  }

  @Test("A stride makes the last row's end the byte count")
  func strideCount() {
    #expect(throws: PixelImageError.tooFewBytes(found: 10, expected: 11)) {
      try PixelImage(
        width: 1, height: 2, format: .rgb, rowStride: 8, bytes: Array(repeating: 0, count: 10))
    }
  }

  @Test(
    "A side below one pixel is refused",
    arguments: [(0, 1), (1, 0), (-1, 5), (5, -1), (Int.min, Int.min)])
  func emptyPicture(width: Int, height: Int) {
    #expect(throws: PixelImageError.emptyPicture(width: width, height: height)) {
      try PixelImage(width: width, height: height, format: .gray, bytes: [0])
    }
  }

  @Test("A stride shorter than a row is refused", arguments: [5, 0, -6, Int.min])
  func shortStride(stride: Int) {
    #expect(throws: PixelImageError.rowStrideTooSmall(found: stride, expected: 6)) {
      try PixelImage(
        width: 2, height: 1, format: .rgb, rowStride: stride, bytes: Array(repeating: 0, count: 6))
    }
  }

  @Test(
    "Sizes that overflow are too few bytes, not a crash",
    arguments: [
      (Int.max, 1, nil), (Int.max / 2, 3, nil), (1, Int.max, nil), (1, Int.max, Int.max),
      (Int.max, 1, Int.max), (Int.max / 4, 2, Int.max),
    ] as [(Int, Int, Int?)])
  func overflow(width: Int, height: Int, stride: Int?) {
    #expect(throws: PixelImageError.tooFewBytes(found: 1, expected: Int.max)) {
      try PixelImage(width: width, height: height, format: .rgba, rowStride: stride, bytes: [0])
    }
  }

  @Test("A copy is its own value, and equality covers every byte")
  func equality() throws {
    let one = try PixelImage(width: 1, height: 1, format: .rgb, bytes: [1, 2, 3])
    #expect(one == (try PixelImage(width: 1, height: 1, format: .rgb, bytes: [1, 2, 3])))
    #expect(one != (try PixelImage(width: 1, height: 1, format: .bgr, bytes: [1, 2, 3])))
    #expect(one != (try PixelImage(width: 1, height: 1, format: .rgb, bytes: [1, 2, 4])))
  }

  @Test(
    "Messages say what was found, what was expected and what to do",
    arguments: [
      (
        PixelImageError.emptyPicture(width: 0, height: 3),
        "A picture of 0x3 pixels is empty; both sides must be at least 1."
      ),
      (
        .rowStrideTooSmall(found: 5, expected: 6),
        "The row stride is 5 bytes but a row takes 6; pass the real stride or nil."
      ),
      (
        .tooFewBytes(found: 1, expected: 6),
        "The picture needs 6 bytes but 1 were given; pass all rows."
      ),
    ])
  func messages(error: PixelImageError, message: String) {
    #expect(error.description == message)
  }
}
