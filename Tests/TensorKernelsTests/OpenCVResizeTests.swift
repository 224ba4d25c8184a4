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
    let form = SourceForm.packed(channels == 3 ? .rgb : .gray)
    let storage = FloatStorage(zeros: size[0] * size[1] * 3)
    let map = FeatureMap(storage, offset: 0, height: size[0], width: size[1], channels: 3)
    let resize = OpenCVResize(
      width: width, height: height, form: form, toWidth: size[1], toHeight: size[0])
    let scratch = FloatStorage(zeros: resize.scratchCount)
    let target = ResizeTarget(
      map: map, top: 0, left: 0, scratch: scratch, piece: 0, count: resize.scratchCount)
    picture.withUnsafeBufferPointer { bytes in
      let plane = SourcePlane(bytes, offset: 0, rowStride: width * channels)
      let source = SourcePicture(
        width: width, height: height, form: form, planes: (plane, nil, nil))
      // In two pieces, as threads would.
      for rows in [0..<size[0] / 2, size[0] / 2..<size[0]] {
        resize.resize(source, into: target, rows: rows, kernels: .baseline)
      }
    }
    return (0..<size[0] * size[1]).flatMap { pixel in
      (0..<channels).map { UInt8((storage.base[pixel * 3 + $0] * 255).rounded()) }
    }
  }
}
