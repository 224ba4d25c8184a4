import CommandLineKit
import Dispatch
import Testing

@Suite struct ThreadTeamTests {
  /// Each waits for all others, which only threads of their own can do, more than there are processors.
  @Test(.timeLimit(.minutes(1))) func allRunAtTheSameTime() {
    let count = 40
    let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    ThreadTeam.run(count) { index in
      if index == 0 {
        for _ in 1..<count { arrived.wait() }
        for _ in 1..<count { gate.signal() }
      } else {
        arrived.signal()
        gate.wait()
      }
    }
  }

  @Test func nobodyIsNothing() { ThreadTeam.run(0) { _ in Issue.record("nobody was asked for") } }
}
