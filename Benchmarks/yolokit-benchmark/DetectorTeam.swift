import CommandLineKit
import Synchronization
import YOLOKit

/// Detectors of one model that work at the same time, each called by a thread of its own.
struct DetectorTeam {
  /// What a team did.
  struct Figures: Sendable {
    /// How many detectors there were.
    let detectors: Int
    /// Pictures that all of them searched in a second, together.
    let picturesPerSecond: Double
  }

  private let detectors: [ObjectDetector]
  private let picture: BenchmarkPicture

  /// Prepares detectors that share a model's weights.
  init(
    _ count: Int, model: Model, threads: Int, picture: BenchmarkPicture
  ) throws(ObjectDetectorError) {
    self.picture = picture
    var detectors: [ObjectDetector] = []
    for _ in 0..<count {
      detectors.append(try BenchmarkSubject.detector(for: model, threads: threads))
    }
    self.detectors = detectors
  }

  /// Searches the picture again and again.
  ///
  /// - Parameters:
  ///   - runs: How often, for each detector; whoever is free takes the next one, so that none idles
  ///     while others have several left.
  ///   - warmUp: How often before that, for each detector, without being counted.
  /// - Returns: How many pictures they searched in a second.
  /// - Throws: What a detector threw.
  func measure(runs: Int, warmUp: Int) throws(ObjectDetectorError) -> Figures {
    try search(warmUp)
    let clock = ContinuousClock()
    let start = clock.now
    try search(runs)
    let seconds = start.duration(to: clock.now) / .seconds(1)
    return Figures(
      detectors: detectors.count,
      picturesPerSecond: Double(runs * detectors.count) / seconds)
  }

  /// Lets all detectors search at the same time.
  private func search(_ runs: Int) throws(ObjectDetectorError) {
    let state = SearchState(pictures: runs * detectors.count)
    let (detectors, image) = (detectors, picture.image)
    ThreadTeam.run(detectors.count) { index in
      while state.takePicture() {
        do throws(ObjectDetectorError) {
          _ = try detectors[index].detect(image: image)
        } catch {
          state.fail(error)
          return
        }
      }
    }
    if let error = state.failure { throw error }
  }
}

/// What the threads of a team share.
private final class SearchState: Sendable {
  private let left: Atomic<Int>
  private let error = Mutex<ObjectDetectorError?>(nil)

  init(pictures: Int) { left = Atomic(pictures) }

  /// Whether there is one more picture to search; it is taken then.
  func takePicture() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }

  /// Keeps an error, and takes what is left so that the others stop as well.
  func fail(_ failure: ObjectDetectorError) {
    left.store(0, ordering: .relaxed)
    error.withLock { $0 = $0 ?? failure }
  }

  /// What went wrong first.
  var failure: ObjectDetectorError? { error.withLock { $0 } }
}
