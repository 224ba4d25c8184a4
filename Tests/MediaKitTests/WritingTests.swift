import Foundation
import MediaKit
import Testing
import VisionTypes

@Suite struct WritingTests {
  /// The picture's colours as they should come back.
  private func rgb(_ image: PixelImage) throws -> PixelImage {
    guard image.format != .gray else {
      let rows = (0..<image.height).flatMap { y in
        image.bytes[y * image.rowStride..<y * image.rowStride + image.width]
      }
      return try PixelImage(
        width: image.width, height: image.height, format: .gray, bytes: rows)
    }
    let offsets = image.format.redGreenBlueOffsets
    var bytes: [UInt8] = []
    for y in 0..<image.height {
      for x in 0..<image.width {
        let start = y * image.rowStride + x * image.format.bytesPerPixel
        bytes.append(image.bytes[start + offsets.red])
        bytes.append(image.bytes[start + offsets.green])
        bytes.append(image.bytes[start + offsets.blue])
      }
    }
    return try PixelImage(width: image.width, height: image.height, format: .rgb, bytes: bytes)
  }

  @Test(arguments: PixelFormat.allCases, [0, 5])
  func pngComesBackExactly(format: PixelFormat, extraStride: Int) throws {
    let image = try noise(
      width: 31, height: 17, format: format, seed: 4, extraStride: extraStride)
    let back = try StillImage.decode(StillImage.encode(image, as: .png))
    #expect(areSame(back, try rgb(image)))
  }

  /// A smooth picture at quality 100 comes back within 3.
  @Test(arguments: PixelFormat.allCases, [0, 5])
  func jpegComesBackNearly(format: PixelFormat, extraStride: Int) throws {
    let (width, height, channels) = (40, 30, format.bytesPerPixel)
    let stride = width * channels + extraStride
    var bytes = [UInt8](repeating: 0, count: stride * height)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels {
          bytes[y * stride + x * channels + channel] = UInt8(60 + 3 * x + 2 * y - 15 * channel)
        }
      }
    }
    let image = try PixelImage(
      width: width, height: height, format: format, rowStride: stride, bytes: bytes)
    let back = try StillImage.decode(StillImage.encode(image, as: .jpeg(quality: 100)))
    #expect(try #require(largestDifference(back, try rgb(image))) <= 3)
  }

  @Test func qualityTradesSizeForFidelity() throws {
    let image = try StillImage.read(Fixtures.path("jpeg-444.jpg"))
    let sizes = try [1, 30, 70, 92, 100].map { quality in
      try StillImage.encode(image, as: .jpeg(quality: quality)).count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
    #expect(try StillImage.encode(image, as: .jpeg()).count == sizes[3])
  }

  @Test(arguments: [Int.min, -1, 0, 101, Int.max])
  func refusesQuality(quality: Int) throws {
    let image = try noise(width: 2, height: 2, format: .rgb, seed: 6)
    #expect(throws: MediaError.invalidQuality(found: quality)) {
      try StillImage.encode(image, as: .jpeg(quality: quality))
    }
  }

  @Test func refusesSideBeyondJPEG() throws {
    let bytes = [UInt8](repeating: 9, count: 65_501)
    let image = try PixelImage(width: 65_501, height: 1, format: .gray, bytes: bytes)
    #expect(
      throws: MediaError.sideTooLong(width: 65_501, height: 1, limit: 65_500, of: "JPEG")
    ) { try StillImage.encode(image, as: .jpeg()) }
    let fitting = try PixelImage(width: 65_500, height: 1, format: .gray, bytes: bytes)
    let back = try StillImage.decode(StillImage.encode(fitting, as: .jpeg()))
    #expect(back.width == 65_500)
  }

  @Test(arguments: [
    ("a.jpg", FileKind.jpeg), ("a.JPEG", .jpeg), ("a.jpe", .jpeg), ("a.jfif", .jpeg),
    ("a.png", .png), ("a.b.PNG", .png), (".png", .png),
  ])
  func choosesFormatByExtension(name: String, kind: FileKind) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      try StillImage.write(try noise(width: 3, height: 3, format: .rgb, seed: 7), to: path)
      let written = try #require(FileManager.default.contents(atPath: path))
      #expect(FileKind(detecting: [UInt8](written)) == kind)
    }
  }

  @Test(arguments: ["a", "a.gif", "a.webp", "a.png/", "png", "a.", "a.jpg.txt", "a.png.d/b"])
  func refusesOtherExtensions(name: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      #expect(throws: MediaError.unknownExtension(file: path)) {
        try StillImage.write(try noise(width: 3, height: 3, format: .rgb, seed: 7), to: path)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func replacesWholeFileAndLeavesNothingElse() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.png"
      for seed: UInt64 in 1...3 {
        let image = try noise(width: 20, height: 10, format: .rgb, seed: seed)
        try StillImage.write(image, to: path)
        #expect(areSame(try StillImage.read(path), image))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.png"])
    }
  }

  @Test func leavesNothingBehindOnFailure() throws {
    let image = try noise(width: 4, height: 4, format: .rgb, seed: 8)
    try withTemporaryFolder { folder in
      let occupied = "\(folder)/folder.png"
      try FileManager.default.createDirectory(
        atPath: occupied, withIntermediateDirectories: false)
      let pipe = "\(folder)/pipe.png"
      #expect(mkfifo(pipe, 0o600) == 0)
      let tooLong = "\(folder)/\(String(repeating: "n", count: 300)).png"
      for path in [occupied, pipe, tooLong, "\(folder)/missing/a.png"] {
        let error = #expect(throws: MediaError.self) { try StillImage.write(image, to: path) }
        guard case .cannotWrite(path, let reason) = error, !reason.isEmpty else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(left == ["folder.png", "pipe.png"])
    }
  }

  /// The old file outlives a failed write.
  @Test func keepsOldFileWhenWritingFails() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.png"
      let old = try noise(width: 4, height: 4, format: .rgb, seed: 9)
      try StillImage.write(old, to: path)
      #expect(throws: MediaError.self) { try StillImage.write(old, to: path + "x/../b/a.png") }
      #expect(throws: MediaError.invalidQuality(found: 0)) {
        try StillImage.write(old, to: "\(folder)/a.jpg", quality: 0)
      }
      #expect(areSame(try StillImage.read(path), old))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.png"])
    }
  }
}
