import MediaKit
import Testing

@Suite struct MalformedJPEGTests {
  static func patched(
    _ name: String = "jpeg-420.jpg", marker: UInt8, _ offset: Int, _ values: [UInt8]
  ) throws -> [UInt8] {
    var bytes = try Fixtures.bytes(name)
    let start = try #require(FileForge.segment(marker, in: bytes))
    bytes.replaceSubrange(start + offset..<start + offset + values.count, with: values)
    return bytes
  }

  static func without(_ marker: UInt8) throws -> [UInt8] {
    var bytes = try Fixtures.bytes("jpeg-420.jpg")
    while let start = FileForge.segment(marker, in: bytes) {
      let length = Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
      bytes.removeSubrange(start..<start + 2 + length)
    }
    return bytes
  }

  static func error(_ bytes: [UInt8], maximumPixels: Int = 100_000_000) -> MediaError? {
    let options = StillImageReadOptions(maximumPixels: maximumPixels)
    return #expect(throws: MediaError.self) {
      try StillImage.decode(bytes, name: "bad.jpg", options: options)
    }
  }

  /// Offsets count from a segment's marker; a frame header (0xC0) has its precision at 4, height
  /// at 5, width at 7, component count at 9.
  @Test(
    arguments: [
      (0xC0, 5, [0, 0]), (0xC0, 7, [0, 0]), (0xC0, 9, [2]), (0xC0, 9, [0]), (0xC0, 2, [0, 1]),
      (0xC0, 11, [0x00]), (0xC0, 11, [0x55]), (0xC0, 12, [9]), (0xC0, 1, [0xDA]),
      (0xDA, 4, [0]), (0xDA, 4, [5]), (0xDA, 5, [77]), (0xDA, 6, [0x33]), (0xDA, 2, [0xFF, 0xFF]),
      (0xDB, 4, [0x0F]), (0xDB, 2, [0, 2]), (0xC4, 4, [0x77]), (0xC4, 5, [255, 255, 255]),
      (0xC4, 2, [0, 3]),
    ] as [(UInt8, Int, [UInt8])])
  func refusesBrokenSegment(marker: UInt8, offset: Int, values: [UInt8]) throws {
    let error = Self.error(try Self.patched(marker: marker, offset, values))
    switch error {
    case .corrupt(let file, let kind, _, let reason):
      #expect(file == "bad.jpg" && kind == .jpeg && !reason.isEmpty)
    case .truncated(let file, let kind, _, let reason):
      #expect(file == "bad.jpg" && kind == .jpeg && !reason.isEmpty)
    default:
      Issue.record("\(String(describing: error))")
    }
  }

  @Test(arguments: [0xC0, 0xDA, 0xDB] as [UInt8])
  func refusesMissingSegment(marker: UInt8) throws {
    let error = try #require(Self.error(try Self.without(marker)))
    #expect(error.description.hasPrefix("bad.jpg: this JPEG picture"))
  }

  /// Lossless, hierarchical and 12-bit JPEG are valid, but of kinds that nobody writes for viewing.
  @Test(arguments: [(1, 0xC3), (1, 0xC5), (1, 0xC7), (4, 12)] as [(Int, UInt8)])
  func namesUnsupportedFeature(offset: Int, value: UInt8) throws {
    let error = Self.error(try Self.patched(marker: 0xC0, offset, [value]))
    guard case .unsupportedFeature("bad.jpg", .jpeg, let feature) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(feature.contains("nsupported"))
  }

  @Test(
    arguments: [
      [0xFF, 0xD8], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xD9],
      [0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xD9],
      [0xFF, 0xD8, 0, 0, 0, 0], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1],
    ] as [[UInt8]])
  func refusesFragments(bytes: [UInt8]) throws {
    let error = try #require(Self.error(bytes))
    #expect(error.description.hasPrefix("bad.jpg: this JPEG picture"))
  }

  /// A small file with a giant claim is refused by its claim, before any memory is taken.
  @Test func refusesGiantClaim() throws {
    let bytes = try Self.patched(marker: 0xC0, 5, [0xFD, 0xE8, 0xFD, 0xE8])
    #expect(
      Self.error(bytes)
        == .tooManyPixels(file: "bad.jpg", width: 65_000, height: 65_000, limit: 100_000_000))
    let largest = try Self.patched(marker: 0xC0, 5, [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(
      Self.error(largest)
        == .tooManyPixels(file: "bad.jpg", width: 65_535, height: 65_535, limit: 100_000_000))
    #expect(
      Self.error(largest, maximumPixels: .max)
        == .sideTooLong(width: 65_535, height: 65_535, limit: 65_500, of: "libjpeg"))
  }

  @Test(arguments: [(45 * 37, true), (45 * 37 - 1, false)])
  func comparesExactly(limit: Int, fits: Bool) throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    let options = StillImageReadOptions(maximumPixels: limit)
    if fits {
      #expect(try StillImage.decode(bytes, options: options).width == 45)
    } else {
      #expect(
        Self.error(bytes, maximumPixels: limit)
          == .tooManyPixels(file: "bad.jpg", width: 45, height: 37, limit: limit))
    }
  }

  /// Each scan costs a pass over the picture, so their number is bounded.
  @Test func refusesEndlessScans() throws {
    let bytes = try Fixtures.bytes("jpeg-gray-progressive.jpg")
    let start = try #require(FileForge.segment(0xDA, in: bytes))
    var end = start + 2
    while !(bytes[end] == 0xFF && bytes[end + 1] != 0) { end += 1 }
    let scan = Array(bytes[start..<end])
    // The first scan again and again, as a refinement that changes nothing.
    let many = Array(bytes[..<start]) + Array(repeating: scan, count: 3000).flatMap { $0 }
    let options = StillImageReadOptions(allowsTruncated: true)
    let error = #expect(throws: MediaError.self) {
      try StillImage.decode(many + [0xFF, 0xD9], options: options)
    }
    #expect(try #require(error).description.contains("more than 500 scans"))
    #expect(throws: MediaError.self) { try StillImage.decode(many + [0xFF, 0xD9]) }
  }
}
