/// A constant of an ONNX graph; large ones are brought into ONNX's order only while they are written.
struct ONNXTensor {
  /// Its name.
  let name: String
  /// Its sizes, the outermost first.
  let shape: [Int]
  /// Its numbers.
  let values: Values

  /// Where the numbers come from.
  enum Values {
    /// As they are.
    case floats([Float])
    /// As they are, 64 bits each.
    case integers([Int])
    /// Learned numbers, `[outputs, positions, channels]`, that become `[outputs, channels, positions]`.
    case learned(WeightTensor, outputs: Int, positions: Int, channels: Int)
  }

  /// The bytes of the numbers.
  var byteCount: Int {
    switch values {
    case .floats(let floats): floats.count * 4
    case .integers(let integers): integers.count * 8
    case .learned(let weights, _, _, _): weights.count * 4
    }
  }

  /// The fields of its TensorProto without the numbers' bytes, which have to follow at once.
  var header: [UInt8] {
    var writer = ProtobufWriter()
    for side in shape { writer.write(1, side) }
    if case .integers = values { writer.write(2, 7) } else { writer.write(2, 1) }
    writer.write(8, name)
    writer.begin(9, byteCount: byteCount)
    return writer.bytes
  }

  /// Writes the numbers' bytes.
  func writeValues(to file: OutputFile) throws(ModelExportError) {
    switch values {
    case .floats(let floats): try file.write(floats)
    case .integers(let integers): try file.write(Self.bytes(integers))
    case .learned(let weights, let outputs, let positions, let channels):
      if positions == 1 || channels == 1 {
        try file.write(weights.storage)
      } else {
        try Self.writePlanar(
          weights, outputs: outputs, positions: positions, channels: channels, to: file)
      }
    }
  }

  /// Whole numbers of 64 bits, little-endian.
  private static func bytes(_ integers: [Int]) -> [UInt8] {
    integers.flatMap { integer in (0..<8).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) } }
  }

  /// Writes some outputs at a time, so that the copy stays small.
  private static func writePlanar(
    _ weights: WeightTensor, outputs: Int, positions: Int, channels: Int, to file: OutputFile
  ) throws(ModelExportError) {
    let perOutput = positions * channels
    let block = max(1, min(outputs, (1 << 18) / perOutput))
    var start = 0
    while start < outputs {
      let count = min(block, outputs - start)
      var planar = [Float](repeating: 0, count: count * perOutput)
      weights.storage.withSpan { from in
        for output in 0..<count {
          for position in 0..<positions {
            let place = (start + output) * perOutput + position * channels
            for channel in 0..<channels {
              planar[output * perOutput + channel * positions + position] = from[place + channel]
            }
          }
        }
      }
      try file.write(planar)
      start += count
    }
  }
}
