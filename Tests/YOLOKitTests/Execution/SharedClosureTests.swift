import TestSupport
import Testing

@testable import YOLOKit

/// Closures taken apart and called: what the compiler makes of a closure depends on what it captures.
@Suite struct SharedClosureTests {
  /// Calls a closure in words; not inlined, so that the closure really is handed over.
  @inline(never)
  private static func call(_ numbers: Range<Int>, _ body: (Int, Int) -> Void) {
    let shared = SharedClosure(body)
    for number in numbers { shared(number, -number) }
  }

  private final class Sum {
    var value = 0

    func add(_ number: Int, _ negative: Int) { value += number * number * negative }
  }

  nonisolated(unsafe) private static var total = 0

  @Test func capturedVariablesChange() {
    var (sum, last) = (0, -1)
    Self.call(0..<100) {
      sum += $0
      last = $1
    }
    #expect(sum == 4950 && last == -99)
  }

  @Test func manyValuesAreCaptured() {
    let (a, b, c, text, list) = (1.5, Int8(-3), UInt64.max, "text", [1, 2, 3])
    var found: [String] = []
    Self.call(7..<9) { number, _ in found.append("\(number) \(a) \(b) \(c) \(text) \(list)") }
    #expect(found == [7, 8].map { "\($0) 1.5 -3 \(UInt64.max) text [1, 2, 3]" })
  }

  @Test func nothingIsCaptured() {
    Self.total = 0
    Self.call(0..<10) { Self.total += 10 * $0 + $1 }
    #expect(Self.total == 405)
  }

  @Test func methodsAndStoredClosuresAreCalled() {
    let sum = Sum()
    Self.call(0..<10, sum.add)
    let stored: (Int, Int) -> Void = { sum.value += 10_000 * $0 + $1 }
    Self.call(0..<10, stored)
    #expect(sum.value == -2025 + 450_000 - 45)
  }

  /// Generic code hands closures over in another form, which is adapted on the way.
  @Test func genericClosuresAreCalled() {
    func each<Element>(_ elements: [Element], _ body: (Element) -> Void) {
      Self.call(0..<elements.count) { index, _ in body(elements[index]) }
    }
    var found: [String] = []
    each(["a", "b"]) { found.append($0) }
    var numbers: [Int] = []
    each([3, 4]) { numbers.append($0) }
    #expect(found == ["a", "b"] && numbers == [3, 4])
  }

  @Test func negativeAndLargeNumbersArrive() {
    var found: [Int] = []
    for number in [Int.min, -1, 0, Int.max] {
      let shared = { (body: (Int, Int) -> Void) in SharedClosure(body)(number, Int.max) }
      shared { found += [$0, $1] }
    }
    #expect(found == [Int.min, .max, -1, .max, 0, .max, .max, .max])
  }

  @Test func closuresRunOnOtherThreads() {
    var squares = [Int](repeating: 0, count: 4)
    squares.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let buffer = buffer
      // `onThreads` waits for all, so the closure outlives its calls.
      func run(_ body: (Int, Int) -> Void) {
        let shared = SharedClosure(body)
        onThreads(4) { shared($0, $0) }
      }
      run { buffer[$0] = $0 * $1 }
    }
    #expect(squares == [0, 1, 4, 9])
  }
}
