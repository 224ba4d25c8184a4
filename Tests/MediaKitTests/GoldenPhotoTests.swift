import Foundation
import MediaKit
import Testing
import VisionTypes

/// Photographs decoded by OpenCV, which are not part of this package.
///
/// Looked for in the folder that the environment variable `YOLOKIT_SHARED` names, then in
/// `shared` next to the package.
enum SharedData {
  static let folder: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["YOLOKIT_SHARED"]
    let folder = named ?? package.deletingLastPathComponent().appendingPathComponent("shared").path
    let golden = "\(folder)/data/golden/decoded-images.json"
    return FileManager.default.fileExists(atPath: golden) ? folder : nil
  }()

  static let advice: Comment =
    "Skipped: no data/golden/decoded-images.json in the folder YOLOKIT_SHARED or ../shared."
}

@Suite(.enabled(if: SharedData.folder != nil, SharedData.advice))
struct GoldenPhotoTests {
  struct Golden: Decodable {
    struct Photo: Decodable {
      var width: Int
      var height: Int
      var mean_rgb: [Double]
      /// `[x, y, red, green, blue]` each.
      var samples: [[Int]]
    }
    var images: [String: Photo]
  }

  /// JPEG decoders of different versions differ by up to 3 a sample.
  @Test func decodesLikeOpenCV() throws {
    let folder = try #require(SharedData.folder)
    let file = URL(fileURLWithPath: "\(folder)/data/golden/decoded-images.json")
    let golden = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
    try #require(!golden.images.isEmpty)
    for (name, expected) in golden.images {
      let photo = try StillImage.read("\(folder)/data/images/\(name)")
      try #require((photo.width, photo.height) == (expected.width, expected.height), "\(name)")
      try #require(photo.format == .rgb)
      try #require(!expected.samples.isEmpty)
      for sample in expected.samples {
        try #require(sample.count == 5)
        let start = sample[1] * photo.rowStride + sample[0] * 3
        for channel in 0..<3 {
          let difference = abs(Int(photo.bytes[start + channel]) - sample[2 + channel])
          #expect(difference <= 3, "\(name) \(sample)")
        }
      }
      for channel in 0..<3 {
        let total = stride(from: channel, to: photo.bytes.count, by: 3).reduce(into: 0) {
          $0 += Int(photo.bytes[$1])
        }
        let mean = Double(total) / Double(photo.width * photo.height)
        #expect(abs(mean - expected.mean_rgb[channel]) < 0.5, "\(name)")
      }
    }
  }
}
