/// The header of a safetensors file, checked: where each tensor lies, and texts about the file.
///
/// The file begins with the header's length in 8 bytes, then comes the header in JSON, then the data,
/// which the tensors cover without gaps. Source: the format's own description,
/// <https://github.com/huggingface/safetensors>.
struct SafetensorsHeader {
  /// One tensor.
  struct Tensor {
    /// Its name.
    var name: String
    /// The format of its numbers: `F32`.
    var element: String
    /// Its sizes, the outermost first.
    var shape: [Int]
    /// Its bytes, counted from the start of the data.
    var bytes: Range<Int>
  }

  /// Texts by name, the header's member `__metadata__`.
  let metadata: [String: String]
  /// The tensors, in the order of their bytes.
  let tensors: [Tensor]
  /// The file's bytes up to the data: length and header.
  let bytes: [UInt8]

  /// The longest header that is read, in bytes: as in the format's own library.
  static let sizeLimit = 100_000_000

  /// The formats of numbers and their sizes in bytes.
  private static let elementSizes = [
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1, "I16": 2, "U16": 2, "F16": 2,
    "BF16": 2, "I32": 4, "U32": 4, "F32": 4, "F64": 8, "I64": 8, "U64": 8,
  ]

  /// Reads the header and checks it against the file's length.
  ///
  /// - Throws: ``ModelFormatError``.
  init(_ file: InputFile) throws(ModelFormatError) {
    bytes = try Self.read(file)
    var metadata: [String: String] = [:]
    var tensors: [String: Tensor] = [:]
    var reader = JSONReader<ModelFormatError>(Array(bytes[8...]), file: file.path)
    try reader.readObject { key, reader throws(ModelFormatError) in
      if key == "__metadata__" {
        guard metadata.isEmpty else { throw reader.invalid("a second one", "one") }
        try reader.readObject { name, reader throws(ModelFormatError) in
          guard metadata.updateValue(try reader.readString(), forKey: name) == nil else {
            throw reader.invalid("a second value", "one")
          }
        }
      } else {
        let field = JSONField<ModelFormatError>(
          value: try reader.readTree(depth: 3), place: "tensor \(shortened(key))", file: file.path)
        guard tensors.updateValue(try Self.tensor(key, field), forKey: key) == nil else {
          throw field.failure("one tensor of this name")
        }
      }
    }
    try reader.finish()
    self.metadata = metadata
    self.tensors = tensors.values.sorted {
      ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
    }
    try checkCoverage(of: file)
  }

  /// The bytes of the length and the header.
  private static func read(_ file: InputFile) throws(ModelFormatError) -> [UInt8] {
    let start = try file.bytes(at: 0, count: 512)
    if let kind = FileSniffer.kind(of: start) {
      throw .wrongKind(
        file: file.path, found: kind.found, expected: "a converted model (.safetensors)",
        remedy: kind.remedy)
    }
    var cursor = ByteCursor(start)
    guard let length = cursor.number(8) else {
      throw .convertedModel(
        file: file.path, place: "byte 0", found: "a file of \(file.size) bytes",
        expected: "the 8 bytes of the header's length")
    }
    guard (2...UInt64(sizeLimit)).contains(length) else {
      throw .convertedModel(
        file: file.path, place: "byte 0", found: "a header of \(length) bytes",
        expected: "2…\(sizeLimit)")
    }
    let count = 8 + Int(length)
    guard count <= file.size else {
      throw .sizeMismatch(
        file: file.path, found: file.size, expected: count,
        remedy: "The header alone is longer than the file: it was cut short; copy it again.")
    }
    let bytes = try file.bytes(at: 0, count: count)
    guard bytes.count == count else {
      throw .unreadable(
        file: file.path, reason: "it ended at byte \(bytes.count) while it was being read")
    }
    return bytes
  }

  /// One entry of the header.
  private static func tensor(
    _ name: String, _ field: JSONField<ModelFormatError>
  ) throws(ModelFormatError) -> Tensor {
    let type = try field.member("dtype")
    let element = try type.text()
    guard let size = elementSizes[element] else {
      throw type.failure("one of \(elementSizes.keys.sorted().joined(separator: ", "))")
    }
    let shape = try field.member("shape").integers(in: 0...Int.max, count: 0...32)
    let places = try field.member("data_offsets")
    let offsets = try places.integers(in: 0...Int.max, count: 2...2)
    var count: Int? = size
    for side in shape { count = count.flatMap { CheckedArithmetic.product($0, side) } }
    guard let count, offsets[0] <= offsets[1], offsets[1] - offsets[0] == count else {
      throw .convertedModel(
        file: field.file, place: places.place, found: "bytes \(offsets[0]) to \(offsets[1])",
        expected: "as many as shape \(shortened("\(shape)")) of \(element) has")
    }
    return Tensor(name: name, element: element, shape: shape, bytes: offsets[0]..<offsets[1])
  }

  /// Checks that the tensors cover the data from its first to its last byte.
  private func checkCoverage(of file: InputFile) throws(ModelFormatError) {
    var end = 0
    for tensor in tensors {
      guard tensor.bytes.lowerBound == end else {
        throw .convertedModel(
          file: file.path, place: "tensor \(shortened(tensor.name))",
          found: "its first byte at \(tensor.bytes.lowerBound) of the data",
          expected: "at \(end), where the one before ends")
      }
      end = tensor.bytes.upperBound
    }
    let found = file.size - bytes.count
    guard end == found else {
      throw .sizeMismatch(
        file: file.path, found: file.size,
        expected: CheckedArithmetic.sum(end, bytes.count) ?? .max,
        remedy: found < end
          ? "The file was cut short; copy it again." : "Something was added at its end.")
    }
  }
}
