import Foundation
import YOLOKit

/// A file that is no picture of the kind that this program reads.
struct PPMError: Error {
  let path: String
}

/// Reads a binary PPM picture of 8-bit samples: `P6 WIDTH HEIGHT 255`, a byte of white space, RGB.
func readPPM(_ path: String) throws -> (width: Int, height: Int, rgb: [UInt8]) {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  var words: [String] = []
  var position = 0
  while words.count < 4, position < bytes.count {
    let end = bytes[position...].firstIndex { $0 <= 0x20 } ?? bytes.count
    words.append(String(decoding: bytes[position..<end], as: UTF8.self))
    position = end + 1
  }
  guard words.count == 4, words[0] == "P6", words[3] == "255",
    let width = Int(words[1]), let height = Int(words[2]), position <= bytes.count
  else { throw PPMError(path: path) }
  return (width, height, Array(bytes[position...]))
}

let picture = try readPPM(CommandLine.arguments[1])
let found = try findObjects(width: picture.width, height: picture.height, rgb: picture.rgb)
for detection in found {
  print(detection.category.categoryName, detection.category.score)
}
