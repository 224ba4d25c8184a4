import CommandLineKit
import YOLOKit

/// Finds the images of a COCO file by path.
struct COCOFileIndex {
  private let file: String
  private let imagesByName: [SystemPath: [COCOLabels.Image]]

  /// Sorts the images of a file by name.
  init(_ labels: COCOLabels) {
    file = labels.file
    imagesByName = Dictionary(grouping: labels.images) { SystemPath($0.fileName).lastComponent }
  }

  /// The image whose file name agrees with the end of a path, in as many folders as possible.
  func image(for path: SystemPath) throws(EvaluationInputError) -> COCOLabels.Image? {
    let candidates = imagesByName[path.lastComponent] ?? []
    guard candidates.count > 1 else { return candidates.first }
    let agreements = candidates.map { Self.agreement($0.fileName, path) }
    let best = agreements.max() ?? 0
    let fitting = zip(candidates, agreements).filter { $0.1 == best }.map(\.0)
    guard fitting.count == 1 else {
      throw .ambiguous(
        labels: file, picture: path.description,
        candidates: fitting.prefix(3).map { VisibleText.of($0.fileName) })
    }
    return fitting.first
  }

  /// How many names agree, counted from the end.
  private static func agreement(_ fileName: String, _ path: SystemPath) -> Int {
    let slash = UInt8(ascii: "/")
    let (a, b) = (fileName.utf8.split(separator: slash), path.bytes.split(separator: slash))
    return zip(a.reversed(), b.reversed()).prefix { $0.elementsEqual($1) }.count
  }
}
