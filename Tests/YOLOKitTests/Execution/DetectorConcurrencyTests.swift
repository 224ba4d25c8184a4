import Synchronization
import TestSupport
import Testing

@testable import YOLOKit

/// A detector is shared by any number of callers.
@Suite struct DetectorConcurrencyTests {
  @Test(arguments: [1, 2, 4]) func concurrentCallersGetTheSerialResults(threads: Int) async throws {
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.3
    options.threads = threads
    let detector = try ObjectDetector(model: DetectorOptionsTests.model(), options: options)
    let pictures = try (0..<20).map { index in
      try DetectorOptionsTests.picture(
        width: 17 + index * 13 % 90, height: 90 - index * 7 % 61, seed: UInt64(index))
    }
    let serial = try pictures.map { try detector.detect(image: $0).detections }
    #expect(serial.allSatisfy { !$0.isEmpty })
    #expect(Set(serial).count == pictures.count)

    try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<8 {
        group.addTask {
          // Each task in an order of its own, so that different pictures meet.
          var generator = SeededGenerator(seed: UInt64(task))
          return try pictures.indices.shuffled(using: &generator).filter {
            try detector.detect(image: pictures[$0]).detections != serial[$0]
          }
        }
      }
      for try await different in group { #expect(different.isEmpty, "pictures \(different)") }
    }
  }

  /// Callers on threads of their own, more than there are processors.
  @Test func threadsGetTheSerialResults() throws {
    var options = ObjectDetectorOptions()
    options.scoreThreshold = 0.3
    options.threads = 2
    let detector = try ObjectDetector(model: DetectorOptionsTests.model(), options: options)
    let picture = try DetectorOptionsTests.picture(width: 75, height: 50, seed: 1)
    let serial = try detector.detect(image: picture).detections
    let differences = Atomic<Int>(0)
    onThreads(6) { _ in
      for _ in 0..<10 {
        let found = try? detector.detect(image: picture).detections
        if found != serial { differences.add(1, ordering: .relaxed) }
      }
    }
    #expect(differences.load(ordering: .relaxed) == 0)
  }
}
