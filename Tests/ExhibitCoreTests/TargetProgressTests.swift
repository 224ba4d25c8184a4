import Testing

@testable import ExhibitCore

@Suite("Target progress")
struct TargetProgressTests {
  private func held(_ className: String, age: Double) -> HeldObject {
    Hold(id: 0, detection: .still(className), firstSeen: 0, lastSeen: age)
      .heldObject(by: .standard)
  }

  @Test("Progress is the age over the timer, the best object counting, in any order")
  func bestInstance() {
    for objects in [[0.5, 1.5], [1.5, 0.5]] {
      var progress = TargetProgress(targets: TargetList(["cup", "book"]))
      _ = progress.update(with: objects.map { held("cup", age: $0) })
      #expect(progress.progress == [0.75, 0])
    }
  }

  @Test("Progress falls to 0 without the object, but not while it may return")
  func missing() {
    var progress = TargetProgress(targets: TargetList(["cup"]))
    _ = progress.update(with: [held("cup", age: 1)])
    _ = progress.update(with: [], missing: [held("cup", age: 1)])
    #expect(progress.progress == [0.5])
    _ = progress.update(with: [])
    #expect(progress.progress == [0])
  }

  @Test("A missing object is not caught, and a full timer is not yet a catch")
  func noCatch() {
    var progress = TargetProgress(targets: TargetList(["cup"]))
    #expect(progress.update(with: [], missing: [held("cup", age: 3)]).newlyCaught.isEmpty)
    #expect(progress.update(with: [held("cup", age: 2)]).newlyCaught.isEmpty)
    #expect(progress.progress == [1])
    #expect(progress.caughtTargets.isEmpty)
    _ = progress.update(with: [])
    #expect(progress.progress == [0])
  }

  @Test("A catch is reported once and stays")
  func sticky() {
    var progress = TargetProgress(targets: TargetList(["cup", "book"]))
    #expect(progress.update(with: [held("cup", age: 2.5)]).newlyCaught == ["cup"])
    for age in [2.6, 0, 0.5, 3] {
      let change = progress.update(with: [held("cup", age: age)])
      #expect(change == TargetProgress.Change(newlyCaught: [], wonRound: false))
      #expect(progress.progress == [1, 0])
      #expect(progress.caughtTargets == ["cup"])
    }
  }

  @Test("The round is won once, in whichever order the targets are caught")
  func wonOnce() {
    var progress = TargetProgress(targets: TargetList(["cup", "book"]))
    #expect(!progress.update(with: [held("book", age: 3)]).wonRound)
    #expect(!progress.isWon)
    #expect(progress.update(with: [held("cup", age: 3)]).wonRound)
    #expect(progress.isWon)
    for _ in 0..<3 {
      #expect(!progress.update(with: [held("cup", age: 4), held("book", age: 4)]).wonRound)
      #expect(progress.isWon)
    }
  }

  @Test("Several catches in a frame are reported in the order of the list")
  func severalAtOnce() {
    var progress = TargetProgress(targets: TargetList(["cup", "book", "tie"]))
    let change = progress.update(
      with: ["tie", "car", "book", "cup"].map { held($0, age: 3) })
    #expect(change == TargetProgress.Change(newlyCaught: ["cup", "book", "tie"], wonRound: true))
  }

  @Test("Without targets there is a game, but nothing to win")
  func withoutTargets() {
    var progress = TargetProgress(targets: TargetList([]))
    #expect(progress.isWithoutGoal)
    let change = progress.update(with: [held("cup", age: 3)])
    #expect(change == TargetProgress.Change(newlyCaught: [], wonRound: false))
    #expect(!progress.isWon)
    #expect(progress.progress.isEmpty)
  }

  @Test("A list with a repeated target can be won")
  func repeatedTarget() {
    var progress = TargetProgress(targets: TargetList(["cup", "cup"]))
    #expect(progress.update(with: [held("cup", age: 3)]).wonRound)
  }

  @Test("Reset begins a round that can be won again")
  func reset() {
    var progress = TargetProgress(targets: TargetList(["cup"]))
    _ = progress.update(with: [held("cup", age: 3)])
    progress.reset()
    #expect(progress == TargetProgress(targets: TargetList(["cup"])))
    #expect(progress.progress == [0])
    #expect(progress.update(with: [held("cup", age: 3)]).wonRound)
  }
}
