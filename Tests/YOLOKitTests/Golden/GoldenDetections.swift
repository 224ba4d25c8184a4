import Foundation
import MediaKit
import TestSupport
import Testing

@testable import YOLOKit

/// Detections of another program on one photo.
struct GoldenPhoto: Decodable {
  let image: String
  let width: Int
  let height: Int
  let detections: [Item]

  struct Item: Decodable {
    let xyxy_px: [Double]
    let prob: Double
    let class_id: Int
  }
}

/// How far detections may be from another program's.
struct DetectionTolerance {
  /// Of a score.
  var score: Double
  /// Of an edge, in pixels of the photo.
  var edge: Double
  /// A box whose score is this near the threshold may be missing or extra.
  var nearThreshold: Double = 0
  /// How many other boxes of a photo may be missing or extra: those at the limit of suppression.
  var strays = 0

  /// The same pixels, the same arithmetic, another order of sums.
  static let samePixels = DetectionTolerance(score: 1e-3, edge: 0.5)
}

extension GoldenPhoto {
  /// Compares detections, none missing and none extra.
  func compare(with found: [Detection], threshold: Double, _ tolerance: DetectionTolerance) {
    var rest = found
    var strays = tolerance.strays
    for item in detections {
      let match = rest.firstIndex { candidate in
        let box = candidate.boundingBox
        let edges = zip([box.xMin, box.yMin, box.xMax, box.yMax], item.xyxy_px)
        return candidate.category.index == item.class_id
          && abs(Double(candidate.category.score) - item.prob) <= tolerance.score
          && edges.allSatisfy { abs(Double($0) - $1) <= tolerance.edge }
      }
      if let match {
        rest.remove(at: match)
      } else {
        let isNear = item.prob < threshold + tolerance.nearThreshold
        strays -= isNear ? 0 : 1
        #expect(
          strays >= 0, "\(image): missing class \(item.class_id), \(item.prob) at \(item.xyxy_px)")
      }
    }
    for extra in rest {
      let isNear = Double(extra.category.score) < threshold + tolerance.nearThreshold
      strays -= isNear ? 0 : 1
      #expect(strays >= 0, "\(image): extra \(extra)")
    }
  }
}

/// Options that ask for what Darknet's own programs print.
func darknetOptions(threshold: Float, _ policy: ResizePolicy) -> ObjectDetectorOptions {
  var options = ObjectDetectorOptions()
  options.scoreThreshold = threshold
  options.overlapThreshold = 0.45
  options.resizePolicy = policy
  options.clipsBoxes = false
  return options
}
