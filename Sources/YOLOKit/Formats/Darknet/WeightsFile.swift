import TensorKernels

/// Darknet's `.weights` file: a short header, then all learned numbers as little-endian floats.
///
/// | bytes | what |
/// | --- | --- |
/// | 0-3 | major version |
/// | 4-7 | minor version |
/// | 8-11 | revision |
/// | 12- | pictures seen in training: 8 bytes from version 0.2 on, 4 before |
///
/// The numbers have no marks of their own, so the file is right only if its length is; that is
/// checked before anything is read, and a number that no training gives is an error too.
struct WeightsFile: ParameterSource {
  /// What was odd about the file but is understood.
  private(set) var warnings = WarningList()
  private let file: InputFile
  private var offset: Int

  /// Opens a file and checks its header and length.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - parameterCount: How many numbers the cfg asks for.
  ///   - layerEnds: For each layer with numbers how many all layers up to it have, to say where a
  ///     short file ends.
  ///   - classFit: How the numbers grow with the classes, to say for how many classes a file is.
  /// - Throws: ``ModelFormatError``.
  init(
    path: String, parameterCount: Int, layerEnds: [(layer: String, end: Int)],
    classFit: ClassFit? = nil
  ) throws(ModelFormatError) {
    file = try InputFile(path: path)
    let head = try file.bytes(at: 0, count: 512)
    try Self.refuseOtherKinds(head, path: path)
    let payload = parameterCount * MemoryLayout<Float>.size
    guard head.count >= 16 else {
      throw .sizeMismatch(
        file: path, found: file.size, expected: payload + 20,
        remedy: "The file is shorter than the header of a weights file; fetch it again.")
    }
    let version = (0..<3).map { Self.int32(head, at: $0 * 4) }
    guard (0...1000).contains(version[0]), (0...1000).contains(version[1]) else {
      throw .wrongKind(
        file: path,
        found: "a file whose first three numbers are \(version[0]), \(version[1]), \(version[2])",
        expected: "a Darknet weights file (version 0.1 or 0.2)",
        remedy: "It is no weights file, or its header is missing; fetch it again.")
    }
    // Before version 0.2 the counter had 4 bytes; AlexeyAB's 32-bit builds wrote 4 after it as well.
    let isWide = version[0] * 10 + version[1] >= 2
    let (header, otherHeader) = isWide ? (20, 16) : (16, 20)
    if file.size == header + payload {
      offset = header
    } else if file.size == otherHeader + payload,
      Self.hasUpperHalf(head) == (otherHeader == 20)
    {
      offset = otherHeader
      warnings.append(
        "\(MessageText.visible(path)): the header says version \(version[0]).\(version[1]) but its "
          + "counter has \(otherHeader - 12) bytes; read so, since the length fits exactly")
    } else {
      throw .sizeMismatch(
        file: path, found: file.size, expected: header + payload,
        remedy: Self.remedy(
          found: file.size - header, expected: payload, layerEnds: layerEnds, classFit: classFit))
    }
  }

  private static func refuseOtherKinds(
    _ head: [UInt8], path: String
  ) throws(ModelFormatError) {
    let expected = "a Darknet weights file"
    if let kind = FileSniffer.kind(of: head) {
      throw .wrongKind(file: path, found: kind.found, expected: expected, remedy: kind.remedy)
    }
    if FileSniffer.isText(head) {
      throw .wrongKind(
        file: path, found: "a text file", expected: expected,
        remedy: "Check which file goes where: is it the .cfg or the .names?")
    }
  }

  /// Reads the next numbers.
  mutating func fill(
    _ numbers: inout MutableSpan<Float>, kind: ParameterKind, fanIn: Int, layer: Int
  ) throws(ModelFormatError) {
    try file.readFloats(at: offset, into: &numbers)
    if let bad = firstNonFinite(numbers) {
      throw .badNumber(
        file: file.path, byteOffset: offset + bad * 4, layer: layer, what: kind.rawValue,
        found: numbers[bad])
    }
    if kind == .variance {
      for i in numbers.indices where numbers[i] < 0 {
        throw .badNumber(
          file: file.path, byteOffset: offset + i * 4, layer: layer, what: kind.rawValue,
          found: numbers[i])
      }
    }
    offset += numbers.count * 4
  }

  /// Whether bytes 16-19 can be the upper half of a counter of 8 bytes.
  ///
  /// A file with a short counter and one whose last number is missing are equally long. No training
  /// sees 2^55 pictures, so the upper half is below 2^23, which as a number is 0 or next to it: no
  /// bias that training gives.
  private static func hasUpperHalf(_ head: [UInt8]) -> Bool {
    head.count >= 20 && (0..<1 << 23).contains(int32(head, at: 16))
  }

  private static func int32(_ bytes: [UInt8], at index: Int) -> Int {
    var value: UInt32 = 0
    for i in (0..<4).reversed() { value = value << 8 | UInt32(bytes[index + i]) }
    return Int(Int32(bitPattern: value))
  }

  /// What to do about a file of the wrong length.
  private static func remedy(
    found: Int, expected: Int, layerEnds: [(layer: String, end: Int)], classFit: ClassFit?
  ) -> String {
    let (difference, rest) = (found - expected).quotientAndRemainder(dividingBy: 4)
    var hint = "."
    if rest == 0, let classFit, let classes = classFit.classCount(forDifference: difference) {
      hint = "; they would fit one with classes=\(classes), this one has \(classFit.classCount)."
    }
    guard found < expected else {
      return "It has \(found - expected) bytes more than the cfg asks for: the weights belong to "
        + "another cfg" + hint
    }
    let firstShort = layerEnds.first { $0.end * 4 > found }
    return
      "It ends before layer \(firstShort?.layer ?? "?") is filled: the download was cut short, "
      + "or the weights belong to another cfg" + hint
  }
}
