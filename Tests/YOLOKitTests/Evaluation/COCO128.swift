import Foundation
import MediaKit
import TestSupport
import Testing

@testable import YOLOKit

/// The 128 pictures of COCO's training set in the shared folder, with labels in both forms.
struct COCO128 {
  /// A picture's objects and what a detector found in it.
  struct Picture {
    /// The picture's file name.
    let name: String
    /// The objects of the COCO file, crowds included.
    let objects: [GroundTruthObject]
    /// The objects of the YOLO text file.
    let yoloObjects: [GroundTruthObject]
    /// What was found.
    let detections: [ScoredBox]
  }

  /// Whether the pictures are there.
  static let isThere = TestFiles.sharedData("coco128/instances_train2017.json") != nil

  private let folder: String
  private let labels: COCOLabels

  init() throws {
    folder = try #require(TestFiles.sharedData("coco128"))
    labels = try COCOLabels(path: "\(folder)/instances_train2017.json")
  }

  /// Looks at all pictures, in the order of their ids.
  ///
  /// - Parameters:
  ///   - model: A model of COCO's 80 classes.
  ///   - options: The detector's options; scores and limits as the golden asks for.
  /// - Returns: What is in each picture and what was found.
  /// - Throws: Whatever the model, a picture or a label file gives.
  func pictures(_ model: Model, _ options: ObjectDetectorOptions) throws -> [Picture] {
    let detector = try ObjectDetector(model: model, options: options)
    let mapping = try CategoryMapping(labels.categories, to: model.labels, file: labels.file)
    return try labels.images.map { entry in
      let image = try StillImage.read("\(folder)/images/\(entry.fileName)")
      let text = "\(folder)/labels/\(entry.fileName.dropLast(3))txt"
      let yolo =
        FileManager.default.fileExists(atPath: text)
        ? try YOLOLabels(path: text, classCount: model.labels.count) : nil
      return Picture(
        name: entry.fileName, objects: labels.objects(ofImage: entry.id, mapping),
        yoloObjects: yolo?.objects(width: image.width, height: image.height) ?? [],
        detections: try detector.detect(image: image).detections.map { ScoredBox($0) })
    }
  }
}

extension [COCO128.Picture] {
  /// The numbers by the COCO method, with the COCO file's labels.
  func cocoEvaluation(classCount: Int) -> COCOEvaluation {
    var evaluator = COCOEvaluator(classCount: classCount)
    for picture in self {
      evaluator.add(objects: picture.objects, detections: picture.detections)
    }
    return evaluator.result()
  }

  /// The numbers by the YOLOv5 method, with the text files' labels.
  func yolov5Evaluation(classCount: Int) -> YOLOv5Evaluation {
    var evaluator = YOLOv5Evaluator(classCount: classCount)
    for picture in self {
      evaluator.add(objects: picture.yoloObjects, detections: picture.detections)
    }
    return evaluator.result()
  }
}
