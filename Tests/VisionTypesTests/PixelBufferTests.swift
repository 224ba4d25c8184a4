import Testing
import VisionTypes

@Suite("Pixel buffer")
struct PixelBufferTests {
  private static let encoding = YCbCrEncoding.bt601Full

  /// Rows and bytes of each plane of a picture of 5x3 pixels.
  static let layouts: [(PixelLayout, [[Int]])] =
    PixelFormat.allCases.map { (.packed($0), [[3, 5 * $0.bytesPerPixel]]) }
    + [(.nv12(encoding), [[3, 5], [2, 6]]), (.i420(encoding), [[3, 5], [2, 3], [2, 3]])]

  @Test("Chroma is rounded up", arguments: layouts)
  func sizes(layout: PixelLayout, planes: [[Int]]) {
    #expect(layout.planeCount == planes.count)
    for (number, size) in planes.enumerated() {
      let (rows, bytesPerRow) = layout.planeSize(number, width: 5, height: 3)
      #expect([rows, bytesPerRow] == size)
    }
    for number in planes.indices.dropFirst() {
      #expect(layout.planeSize(number, width: 1, height: 1).rows == 1)
    }
  }

  @Test("Planes follow each other in one array, to the last byte", arguments: layouts)
  func oneArray(layout: PixelLayout, planes: [[Int]]) throws {
    let count = planes.reduce(0) { $0 + $1[0] * $1[1] }
    let bytes = (0..<count).map { UInt8($0) }
    let buffer = try PixelBuffer(width: 5, height: 3, layout: layout, bytes: bytes)
    #expect(buffer.width == 5 && buffer.height == 3 && buffer.layout == layout)
    var offset = 0
    for (number, size) in planes.enumerated() {
      #expect(
        buffer.plane(number)
          == PixelPlane(bytes: bytes, offset: offset, rowStride: size[1]))
      offset += size[0] * size[1]
    }
    #expect(buffer.planes.count == planes.count && buffer.plane(planes.count) == nil)
    let last = planes.count - 1
    #expect(
      throws: PixelBufferError.tooFewBytes(plane: last, found: count - 1, expected: count)
    ) {
      try PixelBuffer(
        width: 5, height: 3, layout: layout, bytes: Array(bytes.dropLast()))
    }
  }

  @Test("A plane's last row needs no gap behind it")
  func lastRow() throws {
    // Two rows of 4 from byte 3 on, 6 apart: the last byte is 3 + 6 + 4.
    let planes = { (count: Int) in
      [
        PixelPlane(bytes: [UInt8](repeating: 0, count: count), offset: 3, rowStride: 6),
        PixelPlane(bytes: [1, 2, 3, 4], rowStride: 100),
      ]
    }
    let layout = PixelLayout.nv12(Self.encoding)
    let buffer = try PixelBuffer(width: 4, height: 2, layout: layout, planes: planes(13))
    #expect(buffer.planes == planes(13))
    #expect(throws: PixelBufferError.tooFewBytes(plane: 0, found: 12, expected: 13)) {
      try PixelBuffer(width: 4, height: 2, layout: layout, planes: planes(12))
    }
  }

  @Test("What does not fit is refused")
  func refusals() {
    let plane = PixelPlane(bytes: [UInt8](repeating: 0, count: 64), rowStride: 4)
    let layout = PixelLayout.i420(Self.encoding)
    let make = { (width: Int, height: Int, planes: [PixelPlane]) throws(PixelBufferError) in
      try PixelBuffer(width: width, height: height, layout: layout, planes: planes)
    }
    #expect(throws: PixelBufferError.emptyPicture(width: 0, height: 4)) {
      try make(0, 4, [plane, plane, plane])
    }
    #expect(throws: PixelBufferError.emptyPicture(width: 4, height: Int.min)) {
      try make(4, .min, [plane, plane, plane])
    }
    #expect(throws: PixelBufferError.wrongPlaneCount(found: 2, expected: 3)) {
      try make(4, 4, [plane, plane])
    }
    #expect(throws: PixelBufferError.negativeOffset(plane: 1, found: -1)) {
      try make(4, 4, [plane, PixelPlane(bytes: plane.bytes, offset: -1, rowStride: 4), plane])
    }
    #expect(throws: PixelBufferError.rowStrideTooSmall(plane: 2, found: 1, expected: 2)) {
      try make(4, 4, [plane, plane, PixelPlane(bytes: plane.bytes, rowStride: 1)])
    }
    #expect(throws: PixelBufferError.rowStrideTooSmall(plane: 0, found: -4, expected: 4)) {
      try make(4, 4, [PixelPlane(bytes: plane.bytes, rowStride: -4), plane, plane])
    }
  }

  @Test(
    "Sizes that overflow are too few bytes, not a crash",
    arguments: [
      (Int.max, 1, 0, Int.max), (1, Int.max, 0, Int.max), (1, 2, Int.max, 1), (2, Int.max, 0, 2),
    ] as [(Int, Int, Int, Int)])
  func overflow(width: Int, height: Int, offset: Int, stride: Int) {
    let plane = PixelPlane(bytes: [0], offset: offset, rowStride: stride)
    #expect(throws: PixelBufferError.tooFewBytes(plane: 0, found: 1, expected: Int.max)) {
      try PixelBuffer(
        width: width, height: height, layout: .packed(.gray), planes: [plane])
    }
    for layout in [PixelLayout.packed(.bgra), .nv12(Self.encoding), .i420(Self.encoding)] {
      #expect(throws: PixelBufferError.self) {
        try PixelBuffer(width: width, height: height, layout: layout, bytes: [0])
      }
    }
  }

  @Test("A picture of whole pixels is one plane")
  func image() throws {
    let image = try PixelImage(
      width: 1, height: 2, format: .bgr, rowStride: 4, bytes: [1, 2, 3, 4, 5, 6, 7])
    let buffer = PixelBuffer(image)
    #expect(buffer.layout == .packed(.bgr))
    #expect(buffer.planes == [PixelPlane(bytes: image.bytes, rowStride: 4)])
    let same = try PixelBuffer(
      width: 1, height: 2, layout: .packed(.bgr), planes: buffer.planes)
    #expect(same == buffer)
  }

  @Test(
    "Messages say what was found, what was expected and what to do",
    arguments: [
      (
        PixelBufferError.emptyPicture(width: 0, height: 3),
        "A picture of 0x3 pixels is empty; both sides must be at least 1."
      ),
      (
        .wrongPlaneCount(found: 1, expected: 3),
        "The layout has 3 planes but 1 were given; pass each plane once."
      ),
      (
        .negativeOffset(plane: 1, found: -5),
        "Plane 1 begins at byte -5, before its array; pass an offset of at least 0."
      ),
      (
        .rowStrideTooSmall(plane: 2, found: 5, expected: 6),
        "The row stride of plane 2 is 5 bytes but a row takes 6; pass the real stride."
      ),
      (
        .tooFewBytes(plane: 0, found: 1, expected: 6),
        "Plane 0 needs an array of 6 bytes but it has 1; pass all rows."
      ),
    ])
  func messages(error: PixelBufferError, message: String) {
    #expect(error.description == message)
  }

  /// `Kr`, `Kb` and the ranges of the two recommendations.
  @Test("Encodings have the numbers of their recommendations")
  func encodings() {
    for encoding in YCbCrEncoding.allCases {
      let is709 = encoding.rawValue.hasPrefix("bt709")
      let isFull = encoding.rawValue.hasSuffix("Full")
      #expect(encoding.redShare == (is709 ? 0.2126 : 0.299))
      #expect(encoding.blueShare == (is709 ? 0.0722 : 0.114))
      #expect(encoding.blackLevel == (isFull ? 0 : 16))
      #expect(encoding.blackLevel + encoding.lumaSteps == (isFull ? 255 : 235))
      #expect(encoding.chromaSteps == (isFull ? 255 : 224))
    }
  }
}
