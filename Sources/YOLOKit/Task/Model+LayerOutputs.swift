extension Model {
  /// Runs the network on numbers as they are and hands out what layers hand on: for comparing with
  /// other programs, and for finding out where two of them part.
  ///
  /// - Parameters:
  ///   - input: The network's input, `[height, width, channels]`, usually 0…1; as many numbers as
  ///     ``ModelSummary/inputShape`` has.
  ///   - layers: The layers, by number.
  ///   - threads: How many threads share the work; nil for one for each processor.
  /// - Returns: The outputs of those layers, in the order asked for.
  /// - Throws: ``ObjectDetectorError`` when a number is out of range or the network is too large.
  public func layerOutputs(
    input: [Float], layers: [Int], threads: Int? = nil
  ) throws(ObjectDetectorError) -> [LayerOutput] {
    guard input.count == network.inputShape.count else {
      throw .invalidOption(
        name: "input", found: "\(input.count) numbers",
        expected: "\(network.inputShape.count) for \(network.inputShape)")
    }
    for layer in layers where !network.layers.indices.contains(layer) {
      throw .invalidOption(
        name: "layers", found: "\(layer)", expected: "0…\(network.layers.count - 1)")
    }
    let threads = try ObjectDetectorOptions.threadCount(threads)
    let runner: NetworkRunner
    do throws(ExecutionError) {
      runner = try NetworkRunner(network, keeping: Set(layers), threads: threads)
    } catch { throw .execution(error) }
    return runner.withWorkspace { workspace in
      runner.setInput(input, in: workspace)
      runner.run(in: workspace)
      return layers.compactMap { layer in
        guard let output = runner.output(ofLayer: layer, in: workspace) else { return nil }
        let head = network.heads.first { $0.layer == layer }
        return LayerOutput(
          layer: layer, shape: output.shape,
          values: head?.activatedValues(output.values, shape: output.shape) ?? output.values)
      }
    }
  }
}
