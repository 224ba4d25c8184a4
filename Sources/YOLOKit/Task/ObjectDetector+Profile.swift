extension ObjectDetector {
  /// The most runs that a profile takes.
  private static let runLimit = 1_000_000

  /// Measures how long each layer of the network takes for a picture.
  ///
  /// Only what ``StageTiming/network`` counts is measured: neither the way of the picture into the
  /// network's input nor decode and suppression. The clock is read once after each step, some tens
  /// of nanoseconds; ``detect(image:)`` does not read it at all. Thread-safe, but other work on the
  /// same processors shows in the figures.
  ///
  /// - Parameters:
  ///   - image: A picture of any size.
  ///   - runs: Over how many runs the medians are taken, 1…1000000.
  ///   - warmUp: Runs before those that are not counted, 0…1000000.
  /// - Returns: The layers in file order. Those for which nothing is computed are left out: a
  ///   `route` of one layer, a detection head, a layer that was fused into the one before it.
  /// - Throws: ``ObjectDetectorError/invalidOption(name:found:expected:)`` when a number is out of
  ///   range.
  public func profile(
    image: PixelImage, runs: Int = 30, warmUp: Int = 5
  ) throws(ObjectDetectorError) -> [LayerProfile] {
    try profile(buffer: PixelBuffer(image), runs: runs, warmUp: warmUp)
  }

  /// Measures how long each layer of the network takes for a picture as a camera hands it out.
  ///
  /// The same as ``profile(image:runs:warmUp:)`` otherwise.
  ///
  /// - Parameters:
  ///   - buffer: A picture of any size and layout.
  ///   - runs: Over how many runs the medians are taken, 1…1000000.
  ///   - warmUp: Runs before those that are not counted, 0…1000000.
  /// - Returns: The layers in file order.
  /// - Throws: ``ObjectDetectorError/invalidOption(name:found:expected:)`` when a number is out of
  ///   range.
  public func profile(
    buffer: PixelBuffer, runs: Int = 30, warmUp: Int = 5
  ) throws(ObjectDetectorError) -> [LayerProfile] {
    guard (1...Self.runLimit).contains(runs) else {
      throw .invalidOption(name: "runs", found: "\(runs)", expected: "1…\(Self.runLimit)")
    }
    guard (0...Self.runLimit).contains(warmUp) else {
      throw .invalidOption(name: "warmUp", found: "\(warmUp)", expected: "0…\(Self.runLimit)")
    }
    let (runner, letterbox) = try prepare(width: buffer.width, height: buffer.height)
    let steps = runner.plan.steps
    let layers = Set(steps.map(\.layer)).sorted()
    let samples = runner.withWorkspace { workspace in
      var samples: [Int: [Duration]] = [:]
      for run in 0..<warmUp + runs {
        // Other features may take the input's place in memory during a run.
        fillInput(of: workspace, of: runner, with: buffer, letterbox)
        let durations = runner.plan.timedRun(in: workspace, on: runner.pool)
        guard run >= warmUp else { continue }
        var sums: [Int: Duration] = [:]
        for (step, duration) in zip(steps, durations) {
          sums[step.layer, default: .zero] += duration
        }
        for (layer, sum) in sums { samples[layer, default: []].append(sum) }
      }
      return samples
    }
    return layers.map { layer in
      let summary = runner.network.layers[layer].summary
      let sorted = (samples[layer] ?? []).sorted()
      let middle =
        sorted.isEmpty ? .zero : sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]
      return LayerProfile(
        layer: layer, kind: summary.kind, settings: summary.settings,
        outputShape: summary.outputShape, steps: steps.filter { $0.layer == layer }.map(\.name),
        seconds: middle.seconds / 2, floatingPointOperations: summary.floatingPointOperations)
    }
  }
}
