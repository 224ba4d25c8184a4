import YOLOKit
