import ExhibitCore
import Testing
import VisionTypes

@Suite("Hold tracker")
struct HoldTrackerTests {
  /// The behaviour specification's Dice vectors, in pixels of a 1000×1000 picture.
  @Test(
    "A box continues the hold of (200, 200, 200, 200) when the Dice coefficient exceeds 0.9",
    arguments: [
      (200, 200, 200, 200, true), (210, 200, 200, 200, true), (215, 200, 200, 200, true),
      (220, 200, 200, 200, false), (210, 210, 200, 200, true), (190, 190, 220, 220, true),
      (185, 185, 230, 230, false), (200, 200, 200, 100, false), (400, 200, 200, 200, false),
    ] as [(Float, Float, Float, Float, Bool)])
  func diceVectors(x: Float, y: Float, width: Float, height: Float, continues: Bool) {
    var tracker = HoldTracker()
    let first = tracker.update(detections: [.still("cup")], at: 10)
    let second = tracker.update(detections: [.of("cup", x, y, width, height)], at: 11)
    #expect(first.map(\.age) == [0])
    #expect(second.map(\.age) == [continues ? 1 : 0])
    #expect((second.first?.id == first.first?.id) == continues)
  }

  @Test("An object is caught when its age exceeds the timer, not when it reaches it")
  func caughtAfterTwoSeconds() {
    var tracker = HoldTracker()
    var caught: [Bool] = []
    for time in [100, 100.5, 101, 101.5, 102, 102.25] {
      caught += tracker.update(detections: [.still("cup")], at: time).map(\.isCaught)
    }
    #expect(caught == [false, false, false, false, false, true])
  }

  @Test("A slow drift is followed however far it goes")
  func slowDrift() {
    var tracker = HoldTracker()
    var age = -1.0
    for frame in 0..<40 {
      let box = Detection.of("cup", 200 + 10 * Float(frame), 200, 200, 200)
      age = tracker.update(detections: [box], at: Double(frame) / 4).first?.age ?? -1
    }
    #expect(age == 39.0 / 4)
  }

  @Test("A class is never continued by another, even in the same place")
  func classesAreApart() {
    var tracker = HoldTracker()
    _ = tracker.update(detections: [.still("cup")], at: 0)
    #expect(tracker.update(detections: [.still("bowl")], at: 0.25).map(\.age) == [0])
    // The cup was only missing for a moment.
    #expect(tracker.update(detections: [.still("cup")], at: 0.4).map(\.age) == [0.4])
  }

  @Test(
    "A flicker shorter than the grace time costs nothing, a longer one everything",
    arguments: [(0.5, 1.25, 1.25), (0.5, 1.5, 0), (0.5, 2, 0), (0, 1.25, 0)]
      as [(Double, Double, Double)])
  func flicker(grace: Double, returnsAt: Double, age: Double) throws {
    var tracker = HoldTracker(rules: try CatchRules(graceTime: grace))
    _ = tracker.update(detections: [.still("cup")], at: 0)
    _ = tracker.update(detections: [.still("cup")], at: 1)
    _ = tracker.update(detections: [], at: 1.125)
    #expect(tracker.missingObjects.map(\.age) == (grace > 0 ? [1] : []))
    #expect(tracker.update(detections: [.still("cup")], at: returnsAt).map(\.age) == [age])
    #expect(tracker.missingObjects.isEmpty)
  }

  @Test("Without grace a frame at the same time still ends the hold")
  func noGraceAtTheSameTime() throws {
    var tracker = HoldTracker(rules: try CatchRules(graceTime: 0))
    let first = tracker.update(detections: [.still("cup")], at: 1)
    _ = tracker.update(detections: [], at: 1)
    #expect(tracker.missingObjects.isEmpty)
    let second = tracker.update(detections: [.still("cup")], at: 1)
    #expect(first.first?.id != second.first?.id)
  }

  @Test("A missing object is given up in the frame in which its grace ends")
  func graceEnds() {
    var tracker = HoldTracker()
    _ = tracker.update(detections: [.still("cup")], at: 0)
    _ = tracker.update(detections: [], at: 0.25)
    #expect(tracker.missingObjects.map(\.className) == ["cup"])
    _ = tracker.update(detections: [], at: 0.5)
    #expect(tracker.missingObjects.isEmpty)
  }

  @Test("Two objects of a class have a timer each")
  func twoInstances() {
    var tracker = HoldTracker()
    let (left, right) = (Detection.of("cup", 0, 0, 100, 100), Detection.of("cup", 300, 0, 100, 100))
    _ = tracker.update(detections: [left], at: 0)
    _ = tracker.update(detections: [right, left], at: 1)
    let held = tracker.update(detections: [left, right], at: 1.5)
    #expect(held.map(\.detection) == [left, right])
    #expect(held.map(\.age) == [1.5, 0.5])
  }

  @Test("Two boxes over one earlier box: only the better one inherits, whatever the order")
  func oneHeirOnly() {
    let better = Detection.of("cup", 202, 200, 200, 200)
    let worse = Detection.of("cup", 210, 200, 200, 200)
    for frame in [[better, worse], [worse, better]] {
      var tracker = HoldTracker()
      _ = tracker.update(detections: [.still("cup")], at: 0)
      let held = tracker.update(detections: frame, at: 1)
      #expect(held.first { $0.detection == better }?.age == 1)
      #expect(held.first { $0.detection == worse }?.age == 0)
    }
  }

  @Test("One box over two earlier boxes takes the better one, not the first one")
  func bestParent() {
    for swapped in [false, true] {
      var tracker = HoldTracker()
      let near = Detection.of("cup", 202, 200, 200, 200)
      let far = Detection.of("cup", 216, 200, 200, 200)
      let begun = tracker.update(detections: swapped ? [near, far] : [far, near], at: 0)
      let held = tracker.update(detections: [.still("cup")], at: 1)
      #expect(held.first?.id == begun.first { $0.detection == near }?.id)
    }
  }

  @Test("Of equally good earlier boxes the older one is continued")
  func olderWinsTies() {
    var tracker = HoldTracker()
    _ = tracker.update(detections: [.still("cup")], at: 0)
    _ = tracker.update(detections: [.still("cup"), .still("cup")], at: 1)
    #expect(tracker.update(detections: [.still("cup")], at: 1.5).map(\.age) == [1.5])
  }

  @Test("Reset forgets holds and time, but numbers no hold twice")
  func reset() {
    var tracker = HoldTracker()
    let before = tracker.update(detections: [.still("cup")], at: 50)
    tracker.reset()
    let after = tracker.update(detections: [.still("cup")], at: 1)
    #expect(after.map(\.age) == [0])
    #expect(before.first?.id != after.first?.id)
  }
}
