import Testing
import VisionTypes

@testable import ExhibitCore

@Suite("Hold tracker on random frames")
struct HoldTrackerPropertyTests {
  static let seeds: [UInt64] = Array(1...20)
  private static let classes = ["cup", "book", "teddy bear"]

  @Test("An unmoving box ages with the frames, whatever happens around it", arguments: seeds)
  func unmovingBoxAges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tracker = HoldTracker()
    let still = Detection.of("cup", 1000, 1000, 40, 40)
    var (time, begin, last) = (0.0, 0.0, -1.0)
    for frame in 0..<100 {
      time += Double.random(in: 0...1, using: &random)
      if frame == 0 { begin = time }
      var detections = randomDetections(using: &random)
      detections.insert(still, at: Int.random(in: 0...detections.count, using: &random))
      let held = tracker.update(detections: detections, at: time)
      let object = try #require(held.first { $0.detection == still }, "seed \(seed)")
      #expect(object.age >= last, "seed \(seed), frame \(frame)")
      #expect(object.age == time - begin, "seed \(seed), frame \(frame)")
      last = object.age
    }
  }

  @Test("An age is never below 0, however the frames' times jump", arguments: seeds)
  func agesAreNeverNegative(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tracker = HoldTracker()
    for frame in 0..<100 {
      let time =
        Int.random(in: 0..<10, using: &random) == 0
        ? Double(bitPattern: random.next()) : Double.random(in: -3...3, using: &random)
      let held = tracker.update(detections: randomDetections(using: &random), at: time)
      let ages = (held + tracker.missingObjects).map(\.age)
      #expect(ages.allSatisfy { $0 >= 0 && $0.isFinite }, "seed \(seed), frame \(frame)")
    }
  }

  @Test("Every box continues at most one earlier box and the other way round", arguments: seeds)
  func inheritanceIsOneToOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tracker = HoldTracker()
    var earlier: [Int: HeldObject] = [:]
    var (time, inherited) = (0.0, 0)
    for frame in 0..<60 {
      time += Double.random(in: 0...0.3, using: &random)
      let detections = randomDetections(using: &random)
      let held = tracker.update(detections: detections, at: time)
      #expect(held.map(\.detection) == detections, "seed \(seed), frame \(frame)")
      #expect(Set(held.map(\.id)).count == held.count, "seed \(seed), frame \(frame)")
      for object in held {
        guard let parent = earlier[object.id] else {
          #expect(object.age == 0, "seed \(seed), frame \(frame)")
          continue
        }
        inherited += 1
        #expect(parent.className == object.className, "seed \(seed), frame \(frame)")
        #expect(
          parent.detection.boundingBox.diceCoefficient(object.detection.boundingBox) > 0.9,
          "seed \(seed), frame \(frame)")
        #expect(object.age >= parent.age, "seed \(seed), frame \(frame)")
      }
      let all = held + tracker.missingObjects
      #expect(Set(all.map(\.id)).count == all.count, "seed \(seed), frame \(frame)")
      earlier = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    }
    #expect(inherited > 50, "seed \(seed): the frames are too unlike to show anything")
  }

  @Test("No pair left apart overlaps better than what both have instead", arguments: seeds)
  func matchingIsStable(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let holds = randomDetections(using: &random).enumerated().map { place, detection in
        Hold(
          id: place, detection: detection,
          firstSeen: Double(Int.random(in: 0...2, using: &random)), lastSeen: 3)
      }
      let detections = randomDetections(using: &random)
      let places = HoldMatching.bestPairs(holds, detections, exceeding: 0.5)
      let taken = places.compactMap { $0 }
      #expect(Set(taken).count == taken.count, "seed \(seed)")
      for (detection, place) in zip(detections, places) {
        let own = place.map { overlap(holds[$0], detection) } ?? 0.5
        for (other, hold) in holds.enumerated() where overlap(hold, detection) > own {
          let rival = places.firstIndex(of: other).map { overlap(hold, detections[$0]) } ?? 0.5
          #expect(rival >= overlap(hold, detection), "seed \(seed)")
        }
      }
    }
  }

  /// Up to twelve boxes of three classes, crowded into a few places so that many overlap.
  private func randomDetections(using random: inout SeededGenerator) -> [Detection] {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in
      Detection.of(
        Self.classes[Int.random(in: 0..<3, using: &random)],
        Float(Int.random(in: 0...3, using: &random) * 100)
          + Float.random(in: 0...8, using: &random),
        Float.random(in: 0...4, using: &random), 100, Float.random(in: 96...100, using: &random))
    }
  }

  private func overlap(_ hold: Hold, _ detection: Detection) -> Float {
    guard hold.detection.category == detection.category else { return 0 }
    return hold.detection.boundingBox.diceCoefficient(detection.boundingBox)
  }
}
