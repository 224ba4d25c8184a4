import YOLOKit

/// The numbers of one of the two methods.
enum EvaluationScore {
  case coco(COCOEvaluation)
  case yolov5(YOLOv5Evaluation)
}
