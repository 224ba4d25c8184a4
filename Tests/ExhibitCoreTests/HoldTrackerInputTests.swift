import ExhibitCore
import Testing
import VisionTypes

@Suite("Hold tracker and untrusted input")
struct HoldTrackerInputTests {
  @Test("A frame earlier than the last one begins every hold anew")
  func backwards() {
    var tracker = HoldTracker()
    _ = tracker.update(detections: [.still("cup")], at: 10)
    #expect(tracker.update(detections: [.still("cup")], at: 11).map(\.age) == [1])
    #expect(tracker.update(detections: [.still("cup")], at: 3).map(\.age) == [0])
    #expect(tracker.update(detections: [.still("cup")], at: 3.5).map(\.age) == [0.5])
  }

  @Test("Two frames at the same time are no break", arguments: [0, -7.5, 1e9])
  func sameTime(start: Double) {
    var tracker = HoldTracker()
    _ = tracker.update(detections: [.still("cup")], at: start)
    _ = tracker.update(detections: [.still("cup")], at: start + 1)
    #expect(tracker.update(detections: [.still("cup")], at: start + 1).map(\.age) == [1])
  }

  @Test("After a gap longer than allowed nothing is known to have been held")
  func longGap() throws {
    var tracker = HoldTracker(rules: try CatchRules(longestFrameGap: 3))
    _ = tracker.update(detections: [.still("cup")], at: 0)
    #expect(tracker.update(detections: [.still("cup")], at: 3).map(\.age) == [3])
    #expect(tracker.update(detections: [.still("cup")], at: 6.5).map(\.age) == [0])
  }

  @Test(
    "A time that is not finite counts as the last frame's",
    arguments: [.nan, .infinity, -.infinity] as [Double])
  func notFiniteTime(time: Double) {
    var tracker = HoldTracker()
    // Before any frame there is nothing to count from, and nothing to remember.
    #expect(tracker.update(detections: [.still("cup")], at: time).map(\.age) == [0])
    _ = tracker.update(detections: [.still("cup")], at: 5000)
    #expect(tracker.update(detections: [.still("cup")], at: 5001).map(\.age) == [1])
    #expect(tracker.update(detections: [.still("cup")], at: time).map(\.age) == [1])
    #expect(tracker.update(detections: [.still("cup")], at: 5002).map(\.age) == [2])
  }

  @Test("Times at the ends of Double give no crash and no age below 0")
  func extremeTimes() {
    var tracker = HoldTracker()
    let most = Double.greatestFiniteMagnitude
    for time in [most, -most, most, 0, -0.0, -Double.ulpOfOne, -most] {
      #expect(tracker.update(detections: [.still("cup")], at: time).map(\.age) == [0])
    }
  }

  @Test(
    "Boxes that are not finite or have no area are left out, the others stay",
    arguments: [
      BoundingBox(xMin: .nan, yMin: 200, xMax: 400, yMax: 400),
      BoundingBox(xMin: 200, yMin: 200, xMax: .nan, yMax: 400),
      BoundingBox(xMin: 200, yMin: -.infinity, xMax: 400, yMax: 400),
      BoundingBox(xMin: 200, yMin: 200, xMax: 400, yMax: .infinity),
      BoundingBox(xMin: 400, yMin: 200, xMax: 200, yMax: 400),
      BoundingBox(xMin: 400, yMin: 400, xMax: 200, yMax: 200),
      BoundingBox(xMin: 200, yMin: 200, xMax: 200, yMax: 400),
      BoundingBox(xMin: -3e38, yMin: -3e38, xMax: 3e38, yMax: 3e38),
    ])
  func unusableBoxes(box: BoundingBox) {
    let unusable = Detection(
      boundingBox: box, category: Category(index: 0, score: .nan, categoryName: "cup"))
    var tracker = HoldTracker()
    _ = tracker.update(detections: [unusable, .still("cup")], at: 0)
    let held = tracker.update(detections: [unusable, .still("cup"), unusable], at: 1)
    #expect(held.map(\.detection) == [.still("cup")])
    #expect(held.map(\.age) == [1])
    #expect(tracker.missingObjects.isEmpty)
  }
}
