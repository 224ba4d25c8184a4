import Testing

@testable import CommandLineKit

@Suite struct ProgressLineTests {
  @Test func showsBarCountShareRateAndTimeLeft() {
    let line = ProgressLine(done: 10, total: 40, elapsed: 2.5)
    #expect(line.text(width: 60) == "[======>                  ]  10/40   25%   4.0/s   0:08 left")
    #expect(line.text(width: 60).count == 60)
  }

  @Test func theBarStopsGrowingAtFortyCells() {
    let line = ProgressLine(done: 40, total: 40, elapsed: 4)
    let bar = String(repeating: "=", count: 40)
    #expect(line.text(width: 200) == "[\(bar)]  40/40  100%    10/s   0:00 left")
  }

  @Test(arguments: [
    (38, "[==>  ]  1/2   50%   1.0/s   0:01 left"), (37, "1/2   50%   1.0/s   0:01 left"),
    (29, "1/2   50%   1.0/s   0:01 left"), (28, "1/2   50%   1.0/s"), (17, "1/2   50%   1.0/s"),
    (16, "1/2   50%"), (9, "1/2   50%"), (8, "1/2"), (3, "1/2"), (2, ""),
    (0, ""), (-1, ""),
  ])
  func partsGoWhenThereIsNoRoom(width: Int, expected: String) {
    #expect(ProgressLine(done: 1, total: 2, elapsed: 1).text(width: width) == expected)
  }

  @Test func neverWiderThanTheTerminal() {
    for total in [1, 9, 10, 999, 123_456] {
      for done in [0, 1, total / 2, total, total + 5] {
        for width in 0...90 {
          let text = ProgressLine(done: done, total: total, elapsed: 3.3).text(width: width)
          #expect(text.count <= width, "\(done) of \(total) in \(width) columns: \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    (0.0, "0:00"), (0.2, "0:01"), (7, "0:07"), (60, "1:00"), (754, "12:34"), (3599.5, "1:00:00"),
    (11_100, "3:05:00"), (359_999, "99:59:59"), (360_000, "over 99 h"),
    (Double.infinity, "over 99 h"),
  ])
  func times(seconds: Double, expected: String) {
    #expect(ProgressLine.clock(seconds) == expected)
  }
}
