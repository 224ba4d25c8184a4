import YOLOKit

/// How long each stage took for one picture.
struct PictureTiming: Sendable {
  /// One step of the work.
  struct Stage: Sendable, Equatable {
    /// What the step is called in the output.
    let name: String
    /// How long it took, in seconds.
    let seconds: Double
  }

  /// The steps in the order of the work.
  let stages: [Stage]

  /// Joins the time of reading, in seconds, with the detector's own.
  init(read: Double, detector: StageTiming) {
    stages = [
      Stage(name: "read", seconds: read),
      Stage(name: "preprocess", seconds: detector.preprocess),
      Stage(name: "network", seconds: detector.network),
      Stage(name: "postprocess", seconds: detector.postprocess),
    ]
  }

  /// The median of each stage over several pictures; empty where there are none.
  static func medians(of timings: [PictureTiming]) -> [Stage] {
    guard let first = timings.first else { return [] }
    return first.stages.indices.map { position in
      let sorted = timings.map { $0.stages[position].seconds }.sorted()
      let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
      return Stage(name: first.stages[position].name, seconds: (low + high) / 2)
    }
  }
}
