import TensorKernels

/// The bytes of a converted model, checked as a whole: no byte of it differs from what was written.
struct ConvertedModelFile {
  /// A tensor of the file.
  struct Tensor {
    let shape: [Int]
    let storage: FloatStorage
    /// Its first byte in the file.
    let byteOffset: Int
  }

  /// The path as it was given.
  let path: String
  /// Texts by name.
  let metadata: [String: String]
  /// The tensors by name.
  private(set) var tensors: [String: Tensor] = [:]

  /// Reads a file.
  ///
  /// - Parameter path: The `.safetensors` file.
  /// - Throws: ``ModelFormatError``.
  init(path: String) throws(ModelFormatError) {
    self.path = path
    let file = try InputFile(path: path)
    let header = try SafetensorsHeader(file)
    metadata = header.metadata
    let isOwn = header.bytes.dropFirst(8).starts(with: ConvertedFormat.headerStart)
    guard isOwn, header.bytes.count >= ConvertedFormat.checksumRange.upperBound else {
      throw Self.refusal(of: header, path)
    }
    var checksum = CRC32()
    checksum.update(ConvertedFormat.blanked(header.bytes).span.bytes)
    for tensor in header.tensors {
      try read(tensor, from: file, dataStart: header.bytes.count, &checksum)
    }
    let stated = Array(header.bytes[ConvertedFormat.checksumRange])
    let found = ConvertedFormat.digits(checksum.value)
    guard stated == found else {
      throw .convertedModel(
        file: path, place: "byte \(ConvertedFormat.checksumRange.lowerBound)",
        found: "bytes whose checksum is \(String(decoding: found, as: UTF8.self))",
        expected: shortened(String(decoding: stated, as: UTF8.self)))
    }
    guard metadata["format"] == ConvertedFormat.name else { throw Self.refusal(of: header, path) }
    guard metadata["version"] == ConvertedFormat.version else {
      throw .wrongKind(
        file: path,
        found: "a converted model of version \(shortened(metadata["version"] ?? "(none)"))",
        expected: "version \(ConvertedFormat.version)",
        remedy: "Convert the original again with this program, or use the program that wrote it.")
    }
    try checkNumbers()
  }

  /// Reads one tensor and adds its bytes to the checksum.
  private mutating func read(
    _ tensor: SafetensorsHeader.Tensor, from file: InputFile, dataStart: Int,
    _ checksum: inout CRC32
  ) throws(ModelFormatError) {
    let offset = dataStart + tensor.bytes.lowerBound
    if tensor.name.hasPrefix(ConvertedFormat.paddingPrefix) {
      guard tensor.bytes.count < ConvertedFormat.alignment else {
        throw failure(
          tensor.name, "\(tensor.bytes.count) bytes", "fewer than \(ConvertedFormat.alignment)")
      }
      let bytes = try file.bytes(at: offset, count: tensor.bytes.count)
      checksum.update(bytes.span.bytes)
      guard bytes.count == tensor.bytes.count, bytes.allSatisfy({ $0 == 0 }) else {
        throw failure(tensor.name, "other bytes", "\(tensor.bytes.count) zeros")
      }
      return
    }
    guard tensor.element == "F32", tensor.bytes.count / 4 <= DarknetBuilder.countLimit else {
      throw failure(
        tensor.name, "\(tensor.bytes.count) bytes of \(tensor.element)",
        "F32, at most \(DarknetBuilder.countLimit) numbers")
    }
    let storage = FloatStorage(zeros: tensor.bytes.count / 4)
    var problem: ModelFormatError?
    storage.withMutableSpan { span in
      do throws(ModelFormatError) {
        try file.readFloats(at: offset, into: &span)
      } catch { problem = error }
    }
    if let problem { throw problem }
    storage.withSpan { checksum.update($0.bytes) }
    tensors[tensor.name] = Tensor(shape: tensor.shape, storage: storage, byteOffset: offset)
  }

  private func checkNumbers() throws(ModelFormatError) {
    for (name, tensor) in tensors {
      let place = tensor.storage.withMutableSpan { firstNonFinite($0) }
      guard let place else { continue }
      let value = tensor.storage.withSpan { $0[place] }
      throw failure(name, "\(value) at byte \(tensor.byteOffset + 4 * place)", "finite numbers")
    }
  }

  private func failure(
    _ tensor: String, _ found: String, _ expected: String
  ) -> ModelFormatError {
    .convertedModel(
      file: path, place: "tensor \(shortened(tensor))", found: found, expected: expected)
  }

  /// Why a well-formed safetensors file is not read.
  private static func refusal(
    of header: SafetensorsHeader, _ path: String
  ) -> ModelFormatError {
    if header.metadata["format"] == ConvertedFormat.name {
      return .wrongKind(
        file: path, found: "a converted model that another program wrote anew",
        expected: "the file as yolokit convert wrote it",
        remedy: "Its checksum is lost; convert the original model again.")
    }
    let format = header.metadata["format"].map { " of format \"\(shortened($0))\"" } ?? ""
    let names = header.tensors.prefix(2).map { shortened($0.name) }.joined(separator: ", ")
    return .wrongKind(
      file: path,
      found: "a safetensors file\(format) of another program (\(header.tensors.count) tensors"
        + (names.isEmpty ? ")" : ", the first are \(names))"),
      expected: "a model that yolokit convert wrote",
      remedy: "Such a file has weights but no network; convert the original .cfg or .pt instead.")
  }
}
