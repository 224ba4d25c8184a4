/// What COCO calls its 80 classes of objects.
enum COCOCategories {
  /// COCO's numbers of the 80 classes in the order of Darknet's and YOLOv5's lists; 11 numbers of the
  /// 91 that were planned are not in use.
  static let ids: [Int] = {
    let unused: Set<Int> = [12, 26, 29, 30, 45, 66, 68, 69, 71, 83, 91]
    return (1...91).filter { !unused.contains($0) }
  }()

  /// The names of other lists, as Darknet's `coco.names` and Pascal VOC have them.
  private static let aliases = [
    "aeroplane": "airplane",
    "diningtable": "dining table",
    "motorbike": "motorcycle",
    "pottedplant": "potted plant",
    "sofa": "couch",
    "tvmonitor": "tv",
  ]

  /// A name in small letters, without blanks around it, and COCO's own where it has another.
  static func canonicalName(_ name: String) -> String {
    let words = name.lowercased().split { $0.isWhitespace || $0 == "_" }
    let plain = words.joined(separator: " ")
    return aliases[plain] ?? plain
  }
}
