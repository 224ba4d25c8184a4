import Foundation
import TestSupport

@testable import YOLOKit

/// Labels and detections made from a seed, with what pycocotools makes of them.
struct COCOGolden: Decodable {
  let ground_truth: Truth
  let detections: [[Double]]
  let stats: [Double]
  let per_category: [Category]
  let mean_precision50: [Double]

  struct Truth: Decodable {
    let images: [Image]
    let annotations: [Annotation]
    let categories: [Name]
  }

  struct Image: Decodable { let id: Int }

  struct Name: Decodable { let id: Int }

  struct Annotation: Decodable {
    let id: Int
    let image_id: Int
    let category_id: Int
    let bbox: [Double]
    let area: Double
    let iscrowd: Int
  }

  struct Category: Decodable {
    let id: Int
    let AP: Double
    let AP50: Double
    let AP75: Double
    let AR100: Double
  }

  /// Reads `coco-NAME.json`.
  static func read(_ name: String) throws -> COCOGolden {
    try GoldenFiles.json(COCOGolden.self, evaluationFixture("coco-\(name).json"))
  }

  /// The categories' ids in class order.
  var categoryIDs: [Int] { ground_truth.categories.map(\.id).sorted() }

  /// The pictures in the order of their ids.
  var pictures: [(objects: [GroundTruthObject], detections: [ScoredBox])] {
    let classes = Dictionary(uniqueKeysWithValues: zip(categoryIDs, 0...))
    let annotations = Dictionary(grouping: ground_truth.annotations, by: \.image_id)
    let rows = Dictionary(grouping: detections) { Int($0[0]) }
    return ground_truth.images.map(\.id).sorted().map { id in
      let objects = (annotations[id] ?? []).map {
        GroundTruthObject(
          classIndex: classes[$0.category_id] ?? -1, box: EvaluationBox($0.bbox[...]),
          area: $0.area, isCrowd: $0.iscrowd != 0, id: $0.id)
      }
      let found = (rows[id] ?? []).map {
        ScoredBox(
          classIndex: classes[Int($0[1])] ?? -1, box: EvaluationBox($0[2..<6]), score: $0[6])
      }
      return (objects, found)
    }
  }
}

/// Labels and detections made from a seed, with what YOLOv5's own code makes of them.
struct YOLOv5Golden: Decodable {
  let images: Int
  let labels: [[Double]]
  let detections: [[Double]]
  let per_class: [Class]
  let precision: Double
  let recall: Double
  let mAP50: Double
  let mAP: Double

  struct Class: Decodable {
    let index: Int
    let precision: Double
    let recall: Double
    let mAP50: Double
    let mAP: Double

    enum CodingKeys: String, CodingKey {
      case index = "class"
      case precision, recall, mAP50
      case mAP = "mAP50-95"
    }
  }

  enum CodingKeys: String, CodingKey {
    case images, labels, detections, per_class, precision, recall, mAP50
    case mAP = "mAP50-95"
  }

  /// Reads `yolov5-NAME.json`.
  static func read(_ name: String) throws -> YOLOv5Golden {
    try GoldenFiles.json(YOLOv5Golden.self, evaluationFixture("yolov5-\(name).json"))
  }

  /// The pictures in their order.
  var pictures: [(objects: [GroundTruthObject], detections: [ScoredBox])] {
    let labels = Dictionary(grouping: labels) { Int($0[0]) }
    let rows = Dictionary(grouping: detections) { Int($0[0]) }
    return (0..<images).map { image in
      (
        (labels[image] ?? []).map {
          GroundTruthObject(classIndex: Int($0[1]), box: EvaluationBox($0[2..<6]))
        },
        (rows[image] ?? []).map {
          ScoredBox(classIndex: Int($0[1]), box: EvaluationBox($0[2..<6]), score: $0[6])
        }
      )
    }
  }
}

extension EvaluationBox {
  /// Takes x, y, width and height from a row.
  init(_ row: ArraySlice<Double>) {
    let numbers = Array(row)
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// A file of `Fixtures/evaluation`.
func evaluationFixture(_ name: String) -> URL {
  TestFiles.root.appendingPathComponent("Tests/YOLOKitTests/Fixtures/evaluation/\(name)")
}
