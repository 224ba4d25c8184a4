import ExhibitCore
import Testing
import VisionTypes

@Suite("Catch round")
struct CatchRoundTests {
  private let cup = Detection.of("cup", 0, 0, 100, 100)
  private let book = Detection.of("book", 300, 0, 100, 100)

  @Test("Two objects held in turn win the round once")
  func wholeRound() {
    var round = CatchRound(targets: TargetList(["cup", "book"]))
    var catches: [String] = []
    var wins: [Int] = []
    for frame in 0..<80 {
      let shown = frame < 30 ? [cup] : [book]
      let result = round.update(detections: shown, at: Double(frame) / 8)
      catches += result.newlyCaught
      if result.wonRound { wins.append(frame) }
    }
    #expect(catches == ["cup", "book"])
    // Frame 30 is the book's first; 16 frames later its timer is full, and in the next one over.
    #expect(wins == [47])
    #expect(round.targetProgress.isWon)
  }

  @Test("A flicker does not drop the progress shown")
  func flicker() {
    var round = CatchRound(targets: TargetList(["cup"]))
    _ = round.update(detections: [cup], at: 0)
    _ = round.update(detections: [cup], at: 1)
    #expect(round.update(detections: [], at: 1.25).heldObjects.isEmpty)
    #expect(round.targetProgress.progress == [0.5])
    _ = round.update(detections: [cup], at: 1.375)
    #expect(round.targetProgress.progress == [0.6875])
    _ = round.update(detections: [], at: 2)
    #expect(round.targetProgress.progress == [0])
  }

  @Test("An object left in place is not caught at once in the next round")
  func resetForgetsHolds() {
    var round = CatchRound(targets: TargetList(["cup"]))
    for time in [0.0, 1, 2] { _ = round.update(detections: [cup], at: time) }
    #expect(round.update(detections: [cup], at: 3).wonRound)
    round.reset()
    #expect(round.targetProgress.caughtTargets.isEmpty)
    let frame = round.update(detections: [cup], at: 3.5)
    #expect(frame.newlyCaught.isEmpty)
    #expect(frame.heldObjects.map(\.age) == [0])
    _ = round.update(detections: [cup], at: 5)
    #expect(round.update(detections: [cup], at: 6).wonRound)
  }

  @Test("An interruption keeps catches and forgets holds")
  func interruption() {
    var round = CatchRound(targets: TargetList(["cup", "book"]))
    for time in [0, 1, 2, 2.5] { _ = round.update(detections: [cup], at: time) }
    for time in [3.0, 4] { _ = round.update(detections: [book], at: time) }
    #expect(round.targetProgress.progress == [1, 0.5])
    round.interrupt()
    #expect(round.targetProgress.progress == [1, 0])
    #expect(round.targetProgress.caughtTargets == ["cup"])
    #expect(round.update(detections: [book], at: 5.5).newlyCaught.isEmpty)
  }

  @Test("A timer without length catches at first sight, but never a box that cannot be")
  func noTimer() throws {
    let broken = Detection(
      boundingBox: BoundingBox(xMin: .nan, yMin: 0, xMax: 1, yMax: 1),
      category: Category(index: 0, score: 1, categoryName: "cup"))
    var round = CatchRound(
      targets: TargetList(["cup"]), rules: try CatchRules(objectTimerLength: 0))
    #expect(!round.update(detections: [broken], at: 0).wonRound)
    #expect(round.update(detections: [cup], at: 0.1).wonRound)
  }
}
