import ExhibitCore
import Testing

@Suite("Catch rules")
struct CatchRulesTests {
  @Test("The usual values are those of the exhibit, with half a second of grace")
  func usualValues() throws {
    let rules = try CatchRules()
    #expect(rules == .standard)
    #expect(rules.requiredIntersection == 0.9)
    #expect(rules.objectTimerLength == 2)
    #expect(rules.graceTime == 0.5)
    #expect(rules.longestFrameGap == 5)
  }

  @Test("Values at the ends of their ranges are legal")
  func rangeEnds() throws {
    let least = try CatchRules(
      requiredIntersection: 0, objectTimerLength: 0, graceTime: 0, longestFrameGap: 0.1)
    #expect(least.requiredIntersection == 0)
    let most = try CatchRules(
      requiredIntersection: 0.99, objectTimerLength: 600, graceTime: 10, longestFrameGap: 600)
    #expect(most.longestFrameGap == 600)
  }

  @Test(
    "An overlap that nothing or everything exceeds is refused",
    arguments: [
      (Float(1), "1.0"), (-0.1, "-0.1"), (.nan, "nan"), (.infinity, "inf"),
    ])
  func illegalIntersection(value: Float, printed: String) {
    #expect(
      throws: CatchRulesError.outOfRange(
        rule: "requiredIntersection", found: printed, expected: "0.0...0.99")
    ) {
      try CatchRules(requiredIntersection: value)
    }
  }

  @Test(
    "Times out of range are refused by name", arguments: [-1, 601, .nan, -.infinity] as [Double])
  func illegalTimes(value: Double) {
    #expect(throws: refusal("objectTimerLength", value, "0.0...600.0")) {
      try CatchRules(objectTimerLength: value)
    }
    #expect(throws: refusal("graceTime", value, "0.0...10.0")) {
      try CatchRules(graceTime: value)
    }
    #expect(throws: refusal("longestFrameGap", value, "0.1...600.0")) {
      try CatchRules(longestFrameGap: value)
    }
  }

  @Test("The message names the rule, the value, the range and the way out")
  func message() {
    #expect(
      CatchRulesError.outOfRange(rule: "graceTime", found: "-1.0", expected: "0.0...10.0")
        .description
        == "'graceTime' is -1.0 but must be in 0.0...10.0; change it or leave it out.")
  }

  @Test(
    "Caught means held for longer than the timer",
    arguments: [
      (0, false, 0), (0.5, false, 0.25), (1.999, false, 0.9995), (2, false, 1),
      (2.0.nextUp, true, 1), (2.25, true, 1), (.infinity, true, 1), (.nan, false, 0),
      (-1, false, 0),
    ] as [(Double, Bool, Double)])
  func decision(age: Double, isCaught: Bool, progress: Double) {
    #expect(CatchRules.standard.isCaught(afterHolding: age) == isCaught)
    #expect(CatchRules.standard.progress(afterHolding: age) == progress)
  }

  @Test("A timer without length catches at first sight")
  func noTimer() throws {
    let rules = try CatchRules(objectTimerLength: 0)
    #expect(rules.isCaught(afterHolding: 0))
    #expect(rules.progress(afterHolding: 0) == 1)
    #expect(!rules.isCaught(afterHolding: .nan))
    #expect(rules.progress(afterHolding: .nan) == 0)
  }

  private func refusal(_ rule: String, _ value: Double, _ range: String) -> CatchRulesError {
    .outOfRange(rule: rule, found: value.description, expected: range)
  }
}
