import Foundation
import TensorKernels
import TestSupport
import Testing

/// `cv2.resize` with `INTER_LINEAR`, to the last bit.
@Suite struct OpenCVResizeTests {
  struct Golden: Decodable {
    let images: [Image]

    struct Image: Decodable {
      let way: String
      let seed: UInt64
      let picture: [Int]
      let output: [Int]
      let offset: Int
    }
  }

  static let folder = TestFiles.root
    .appendingPathComponent("Tests/YOLOKitTests/Fixtures/yolov5/resize")

  @Test func everyByteIsOpenCVs() throws {
    let golden = try GoldenFiles.json(
      Golden.self, Self.folder.appendingPathComponent("resize.json"))
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent("resize.u8")))
    let images = golden.images.filter { $0.way == "linear" }
    #expect(images.count >= 30)
    for image in images {
      let (height, width, channels) = (image.picture[0], image.picture[1], image.picture[2])
      let count = image.output.reduce(1, *)
      let picture = SeededGenerator.goldenBytes(
        seed: image.seed, count: height * width * channels)
      let found = Self.resized(picture, width, height, channels, to: image.output)
      let expected = Array(bytes[image.offset..<image.offset + count])
      #expect(found == expected, "\(image.picture) to \(image.output), seed \(image.seed)")
    }
  }

  /// The picture resized, as bytes again; of grey ones each pixel once.
  private static func resized(
    _ picture: [UInt8], _ width: Int, _ height: Int, _ channels: Int, to size: [Int]
  ) -> [UInt8] {
    let layout = PixelLayout(
      rowStride: width * channels, pixelStride: channels, red: 0, green: channels == 3 ? 1 : 0,
      blue: channels == 3 ? 2 : 0)
    let storage = FloatStorage(zeros: size[0] * size[1] * 3)
    let resize = OpenCVResize(
      width: width, height: height, toWidth: size[1], toHeight: size[0])
    // In two pieces, as threads would.
    for rows in [0..<size[0] / 2, size[0] / 2..<size[0]] {
      resize.resize(
        picture, layout: layout, output: storage.base, channels: 3, rowStride: size[1] * 3,
        rows: rows)
    }
    return (0..<size[0] * size[1]).flatMap { pixel in
      (0..<channels).map { UInt8((storage.base[pixel * 3 + $0] * 255).rounded()) }
    }
  }
}
