import MediaKit
import Testing
import VisionTypes

@Suite struct DetectionOverlayTests {
  static func detection(
    _ box: (Float, Float, Float, Float), index: Int = 0, score: Float = 0.64,
    name: String = "dog"
  ) -> Detection {
    Detection(
      boundingBox: BoundingBox(xMin: box.0, yMin: box.1, xMax: box.2, yMax: box.3),
      category: Category(index: index, score: score, categoryName: name))
  }

  static let unlabelled = DetectionOverlay(showsNames: false, showsScores: false, lineWidth: 4)

  static func ground(
    _ width: Int = 200, _ height: Int = 150, format: PixelFormat = .rgb
  ) throws -> PixelImage {
    try noise(width: width, height: height, format: format, seed: 11)
  }

  static func pixel(_ image: PixelImage, _ x: Int, _ y: Int) -> [UInt8] {
    Array(image.bytes[(y * image.width + x) * 3..<(y * image.width + x) * 3 + 3])
  }

  /// The changed pixels' columns and rows.
  static func changes(_ before: PixelImage, _ after: PixelImage) -> [(x: Int, y: Int)] {
    (0..<before.width * before.height).compactMap { place in
      let (x, y) = (place % before.width, place / before.width)
      return pixel(before, x, y) == pixel(after, x, y) ? nil : (x, y)
    }
  }

  @Test func changesOnlyTheLine() throws {
    let image = try Self.ground()
    let drawn = try Self.unlabelled.draw([Self.detection((40, 30, 160, 120))], on: image)
    // 4 pixels of line and a rim of 1 on either side, all inside the box.
    let band = 6
    let changed = Self.changes(image, drawn)
    #expect(changed.count > 2 * 120 * 4)
    #expect(
      changed.allSatisfy { x, y in
        let isInBox = (40..<160).contains(x) && (30..<120).contains(y)
        let isInside = (40 + band..<160 - band).contains(x) && (30 + band..<120 - band).contains(y)
        return isInBox && !isInside
      })
    // The line's middle has one colour all around.
    let color = Self.pixel(drawn, 100, 32)
    for (x, y) in [(60, 33), (42, 60), (43, 110), (157, 60), (100, 117), (150, 116)] {
      #expect(Self.pixel(drawn, x, y) == color, "\(x), \(y)")
    }
  }

  @Test func labelStaysNearItsBox() throws {
    let image = try Self.ground()
    let drawn = try DetectionOverlay(fontSize: 14).draw(
      [Self.detection((40, 60, 160, 120))], on: image)
    let changed = Self.changes(image, drawn)
    let above = changed.filter { $0.y < 60 }
    #expect(above.count > 500)
    #expect(above.allSatisfy { (40..<140).contains($0.x) && $0.y >= 60 - 28 })
    #expect(changed.allSatisfy { (40..<160).contains($0.x) && $0.y < 120 })
  }

  /// A label that would leave at the top hangs inside its box.
  @Test func labelMovesInsideAtTop() throws {
    let image = try Self.ground()
    let overlay = DetectionOverlay(lineWidth: 1, fontSize: 14)
    let drawn = try overlay.draw([Self.detection((20, 0, 180, 140))], on: image)
    let changed = Self.changes(image, drawn)
    #expect(changed.contains { $0.y > 8 && $0.y < 16 && $0.x > 30 && $0.x < 60 })
    #expect(changed.allSatisfy { (20..<180).contains($0.x) })
  }

  /// Near the right edge a label moves left until it fits.
  @Test func labelStaysInPictureAtRight() throws {
    let image = try Self.ground()
    let drawn = try DetectionOverlay(fontSize: 14).draw(
      [Self.detection((190, 100, 200, 140), name: "somewhat longer")], on: image)
    #expect(Self.changes(image, drawn).contains { $0.x < 100 && $0.y < 100 })
  }

  @Test func hidesPartsOfLabels() throws {
    let image = try Self.ground()
    let one = [Self.detection((40, 60, 160, 120))]
    let counts = try [(true, true), (true, false), (false, true), (false, false)].map {
      let overlay = DetectionOverlay(showsNames: $0.0, showsScores: $0.1, fontSize: 14)
      return Self.changes(image, try overlay.draw(one, on: image)).filter { $0.y < 60 }.count
    }
    #expect(counts[0] > counts[1] && counts[0] > counts[2])
    #expect(counts[1] > 0 && counts[2] > 0 && counts[3] == 0)
  }

  @Test func drawsBestOnTop() throws {
    let image = try Self.ground()
    let low = Self.detection((40, 30, 160, 120), index: 1, score: 0.3)
    let high = Self.detection((40, 30, 160, 120), index: 2, score: 0.9)
    let expected = try Self.unlabelled.draw([high], on: image)
    for order in [[low, high], [high, low]] {
      let drawn = try Self.unlabelled.draw(order, on: image)
      #expect(Self.pixel(drawn, 100, 32) == Self.pixel(expected, 100, 32))
    }
    let unordered = Self.detection((40, 30, 160, 120), index: 1, score: .nan)
    let drawn = try Self.unlabelled.draw([unordered, high], on: image)
    #expect(Self.pixel(drawn, 100, 32) == Self.pixel(expected, 100, 32))
  }

  /// A class keeps its colour; the 80 classes of COCO all differ, neighbours by far.
  @Test func colorsTellClassesApart() throws {
    let image = try Self.ground()
    let colors = try (0..<80).map { index in
      let drawn = try Self.unlabelled.draw(
        [Self.detection((40, 30, 160, 120), index: index)], on: image)
      return Self.pixel(drawn, 100, 32).map(Int.init)
    }
    func distance(_ first: Int, _ second: Int) -> Int {
      zip(colors[first], colors[second]).map { abs($0 - $1) }.reduce(0, +)
    }
    for index in 1..<80 {
      #expect(distance(index - 1, index) > 80, "\(index)")
      #expect((0..<index).allSatisfy { distance($0, index) > 8 }, "\(index)")
    }
    let again = try Self.unlabelled.draw(
      [Self.detection((20, 20, 180, 140), index: 7, score: 0.1, name: "other")], on: image)
    #expect(Self.pixel(again, 100, 22).map(Int.init) == colors[7])
  }

  @Test(arguments: PixelFormat.allCases)
  func drawsOnAnyFormat(format: PixelFormat) throws {
    let image = try noise(width: 60, height: 40, format: format, seed: 12, extraStride: 2)
    let drawn = try DetectionOverlay().draw([], on: image)
    #expect((drawn.width, drawn.height, drawn.format) == (60, 40, .rgb))
    let offsets = format.redGreenBlueOffsets
    for (x, y) in [(0, 0), (59, 0), (30, 20), (59, 39)] {
      let start = y * image.rowStride + x * format.bytesPerPixel
      let expected = [offsets.red, offsets.green, offsets.blue].map { image.bytes[start + $0] }
      #expect(Self.pixel(drawn, x, y) == expected)
    }
  }

  @Test(
    arguments: [
      (-50, -40, -10, -5), (200, 0, 300, 50), (0, 150, 50, 200), (50, 50, 40, 60),
      (50, 50, 60, 40), (.nan, 0, 10, 10), (0, 0, .infinity, 10), (-.infinity, 0, 10, 10),
    ] as [(Float, Float, Float, Float)])
  func leavesOutInvisibleBoxes(box: (Float, Float, Float, Float)) throws {
    let image = try Self.ground()
    let drawn = try DetectionOverlay().draw([Self.detection(box)], on: image)
    #expect(areSame(drawn, image))
  }

  @Test(
    arguments: [
      (-1e30, -1e30, 1e30, 1e30), (-50, -50, 250, 200), (10, 10, 10, 10), (10, 10, 11, 200),
      (199.9, 149.9, 500, 500), (0, 0, 1, 1), (0, 0, 200, 150),
    ] as [(Float, Float, Float, Float)])
  func drawsExtremeBoxes(box: (Float, Float, Float, Float)) throws {
    let image = try Self.ground()
    let drawn = try Self.unlabelled.draw([Self.detection(box)], on: image)
    #expect(!Self.changes(image, drawn).isEmpty)
  }

  @Test(arguments: [
    "Объект", "쌀밥", "Straßenbahnhaltestelle", "قطة سوداء", "حافلة bus 12", "😀👨‍👩‍👧", "缺陷", "e\u{301}",
    "", " ", "\u{0}\u{7}\n\r\t", "\u{202E}abc\u{2066}", "\u{FFFF}", "<b>&amp;</i>", "%s%n",
    String(repeating: "long ", count: 400), String(repeating: "قطة ", count: 100),
    String(repeating: "e\u{301}\u{302}\u{303}", count: 500),
  ])
  func drawsAnyName(name: String) throws {
    let image = try Self.ground()
    for score: Float in [0.64, 0, 1, -3, 1e30, .nan, .infinity] {
      let drawn = try DetectionOverlay().draw(
        [Self.detection((40, 60, 160, 120), score: score, name: name)], on: image)
      #expect((drawn.width, drawn.height) == (200, 150))
      #expect(!Self.changes(image, drawn).isEmpty)
    }
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1), (7, 5), (40, 12), (12, 40)])
  func drawsOnSmallPictures(width: Int, height: Int) throws {
    let image = try Self.ground(width, height)
    let box = (Float(0), Float(0), Float(width), Float(height))
    let drawn = try DetectionOverlay().draw([Self.detection(box)], on: image)
    #expect((drawn.width, drawn.height) == (width, height))
    #expect(!areSame(drawn, image))
  }

  @Test(arguments: [Int.min, -1, 79, 80, 9000, Int.max], [-1, 0, 0.3, 1e9, Double.nan])
  func takesAnyNumbers(index: Int, size: Double) throws {
    let image = try Self.ground()
    let overlay = DetectionOverlay(lineWidth: size, fontSize: size)
    let drawn = try overlay.draw([Self.detection((40, 60, 160, 120), index: index)], on: image)
    #expect(!areSame(drawn, image))
  }

  @Test(arguments: [(32_768, 1), (1, 32_768)])
  func refusesSideBeyondCairo(width: Int, height: Int) throws {
    let image = try PixelImage(
      width: width, height: height, format: .gray, bytes: [UInt8](repeating: 0, count: 32_768))
    #expect(
      throws: MediaError.sideTooLong(width: width, height: height, limit: 32_767, of: "cairo")
    ) { try DetectionOverlay().draw([], on: image) }
  }

  /// Drawing shares no state: many at once give what one alone gives.
  @Test func drawsConcurrently() async throws {
    let image = try Self.ground()
    let list = [Self.detection((40, 60, 160, 120)), Self.detection((0, 0, 90, 90), index: 5)]
    let alone = try DetectionOverlay().draw(list, on: image)
    try await withThrowingTaskGroup(of: PixelImage.self) { group in
      for _ in 0..<16 { group.addTask { try DetectionOverlay().draw(list, on: image) } }
      for try await drawn in group { #expect(areSame(drawn, alone)) }
    }
  }
}
