extension Model {
  /// Runs the network on numbers as they are and hands out the raw numbers of its heads, before
  /// anything is activated or decoded: what an ONNX file of the model gives, too.
  ///
  /// - Parameters:
  ///   - input: The network's input, `[height, width, channels]`, usually 0…1; as many numbers as
  ///     ``ModelSummary/inputShape`` has.
  ///   - threads: How many threads share the work; nil for one for each processor.
  /// - Returns: One output for each head, in file order; for a network without heads what its last
  ///   layer hands on.
  /// - Throws: ``ObjectDetectorError`` when a number is out of range or the network is too large.
  public func rawHeadOutputs(
    input: [Float], threads: Int? = nil
  ) throws(ObjectDetectorError) -> [LayerOutput] {
    guard input.count == network.inputShape.count else {
      throw .invalidOption(
        name: "input", found: "\(input.count) numbers",
        expected: "\(network.inputShape.count) for \(network.inputShape)")
    }
    let threads = try ObjectDetectorOptions.threadCount(threads)
    let heads = network.heads.map(\.layer)
    let kept = heads.isEmpty ? [network.layers.count - 1] : heads
    let runner: NetworkRunner
    do throws(ExecutionError) {
      runner = try NetworkRunner(network, keeping: Set(kept), threads: threads)
    } catch { throw .execution(error) }
    return runner.withWorkspace { workspace in
      runner.setInput(input, in: workspace)
      runner.run(in: workspace)
      return kept.compactMap { layer in
        runner.output(ofLayer: layer, in: workspace).map {
          LayerOutput(layer: layer, shape: $0.shape, values: $0.values)
        }
      }
    }
  }
}
