import CommandLineKit
import MediaKit
import YOLOKit

/// The picture that is searched.
struct BenchmarkPicture: Sendable {
  /// What it is called in the output.
  let name: String
  /// The picture.
  let image: PixelImage
  /// The same as it is handed to the detector.
  let buffer: PixelBuffer

  /// Reads a picture, and puts it into another layout where one is given.
  init(reading path: SystemPath, as pixels: BenchmarkPixels?) throws {
    name = path.repairedText
    image = try StillImage.read(pathBytes: path.bytes)
    buffer = try pixels?.buffer(of: image) ?? PixelBuffer(image)
  }

  /// Makes a picture up: slanted waves of colour, which have edges at all places and in all
  /// directions, so that no stage finds it empty.
  init(width: Int, height: Int, as pixels: BenchmarkPixels) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        bytes.append(Self.wave(column &+ row / 2, length: 96))
        bytes.append(Self.wave(column / 3 &+ row, length: 160))
        bytes.append(Self.wave(column &* row / 64, length: 224))
      }
    }
    name = "made up"
    image = try PixelImage(width: width, height: height, format: .rgb, bytes: bytes)
    buffer = try pixels.buffer(of: image)
  }

  /// Goes up from 0 to 255 and down again within a length.
  private static func wave(_ position: Int, length: Int) -> UInt8 {
    let phase = position % length
    return UInt8(min(255, min(phase, length - phase) * 510 / length))
  }
}
