import YOLOKit

/// The figures of one model with one number of threads.
struct BenchmarkRow: Sendable {
  /// One stage of the work and its times.
  struct Stage: Sendable {
    /// The stage's name in the output.
    let name: String
    /// Its times.
    let times: TimeSample
  }

  /// The model's name.
  let model: String
  /// Whether its weights were made up.
  let isSynthetic: Bool
  /// The network's input, `[height, width, channels]`.
  let inputShape: FeatureShape
  /// How many threads shared the work.
  let threads: Int
  /// How long it took to load the model from files that are in the system's memory.
  let load: TimeSample
  /// Picture to network input.
  let preprocess: TimeSample
  /// Network input to raw heads.
  let network: TimeSample
  /// Raw heads to detections.
  let postprocess: TimeSample
  /// Picture to detections.
  let endToEnd: TimeSample
  /// The network's operations for one picture.
  let floatingPointOperations: Int
  /// The most memory that the process took, in bytes; nil where the system does not tell it for the
  /// row alone.
  let peakMemoryBytes: Int?
  /// Operations a second of the fastest product of matrices; nil where it was not measured.
  let matrixPeak: Double?
  /// Operations a second of the kernels in the nearest cache, with as many threads; nil if not
  /// measured, and without kernels of our own.
  let kernelPeak: Double?
  /// Detectors at the same time; empty where they were not measured.
  let teams: [DetectorTeam.Figures]
  /// Each layer; empty where they were not measured.
  let layers: [LayerProfile]

  /// The stages in the order of the work.
  var stages: [Stage] {
    [
      Stage(name: "load", times: load), Stage(name: "preprocess", times: preprocess),
      Stage(name: "network", times: network), Stage(name: "postprocess", times: postprocess),
      Stage(name: "endToEnd", times: endToEnd),
    ]
  }

  /// What a layer's speed is compared with.
  var peak: Double? { kernelPeak ?? matrixPeak }

  /// The network's operations a second.
  var operationsPerSecond: Double { Double(floatingPointOperations) / network.median }
}
