import Foundation
import TensorKernels
import TestSupport
import Testing

@Suite struct ExponentialTests {
  /// What the documentation of `exponential` promises.
  static let exponentialRoom = 2e-7
  static let lowest: Float = -87.336_54
  static let highest: Float = 88.376_26

  /// The largest relative error over numbers other than 0, and where it is.
  private func worst(
    _ numbers: [Float], _ function: (Vector) -> Vector, _ reference: (Double) -> Double
  ) -> (error: Double, x: Float) {
    var worst = (error: 0.0, x: Float(0))
    for x in numbers where x != 0 {
      let expected = reference(Double(x))
      let error = abs(Double(function(Vector(repeating: x))[3]) - expected) / abs(expected)
      if !(error <= worst.error) { worst = (error, x) }
    }
    return worst
  }

  @Test func exponentialKeepsItsPromise() {
    let numbers =
      FloatSweep.even(from: Self.lowest, through: Self.highest, count: 1_000_001)
      + FloatSweep.allExponents.filter { $0 > Self.lowest && $0 < Self.highest }
    let (error, x) = worst(numbers, { exponential($0) }, { exp($0) })
    #expect(error <= Self.exponentialRoom, "e^\(x)")
  }

  @Test func exponentialStopsAtItsEnds() {
    #expect(
      exponential(Vector(repeating: -.infinity)) == exponential(Vector(repeating: Self.lowest)))
    #expect(exponential(Vector(repeating: -100))[0] == exponential(Vector(repeating: -1e30))[0])
    #expect(
      exponential(Vector(repeating: .infinity)) == exponential(Vector(repeating: Self.highest)))
    let least = exponential(Vector(repeating: -100))[0] / .leastNormalMagnitude
    #expect((1...1.001).contains(least))
    #expect((2.40e38...2.41e38).contains(exponential(Vector(repeating: 1000))[0]))
    #expect(exponential(Vector(repeating: 0)) == Vector(repeating: 1))
    #expect(exponential(Vector(repeating: -0.0)) == Vector(repeating: 1))
    let isNaN = exponential(Vector(repeating: .nan))
    #expect((0..<8).allSatisfy { isNaN[$0].isNaN })
  }

  /// The single number's function says when it is beyond its range.
  @Test func singleExponentialIsInfiniteAboveItsRange() {
    #expect(exponential(Float(88.4)) == .infinity)
    #expect(exponential(Float.infinity) == .infinity)
    #expect(exponential(Float.nan).isNaN)
    #expect(exponential(Self.highest) < .infinity)
    #expect(exponential(-Float.infinity) < 1.2e-38)
  }

  /// Lanes do not mix.
  @Test func lanesAreSeparate() {
    let x = Vector(-100, -1, -0.0, 0.5, 1, 50, 1000, .nan)
    for lane in 0..<7 {
      #expect(exponential(x)[lane] == exponential(Vector(repeating: x[lane]))[0])
    }
  }

  /// `exponential`, a sum and a quotient; below -87.3 the denominator can grow no more.
  @Test func logisticIsNear() {
    let numbers = FloatSweep.even(from: -87.3, through: 100, count: 200_001)
    let (error, x) = worst(numbers, { logistic($0) }, { 1 / (1 + exp(-$0)) })
    #expect(error <= 2e-7, "logistic of \(x)")
  }

  /// At the polynomial's end, 0.3, the logistic form has lost a factor of 3 to cancellation.
  @Test func hyperbolicTangentIsNear() {
    let numbers =
      FloatSweep.even(from: -20, through: 20, count: 400_001)
      + FloatSweep.allExponents.filter { abs($0) > 1e-37 && abs($0) < 100 }
    let (error, x) = worst(numbers, { hyperbolicTangent($0) }, { tanh($0) })
    #expect(error <= 5e-7, "tanh of \(x)")
  }

  /// At the polynomial's end, 0.35, the difference has lost a factor of 3 to cancellation.
  @Test func exponentialMinusOneIsNear() {
    let numbers =
      FloatSweep.even(from: -87, through: 88, count: 400_001)
      + FloatSweep.even(from: -0.5, through: 0.5, count: 100_001)
      + FloatSweep.allExponents.filter { abs($0) > 1e-37 && abs($0) < 88 }
    let (error, x) = worst(numbers, { exponentialMinusOne($0) }, { expm1($0) })
    #expect(error <= 4e-7, "e^\(x) - 1")
  }

  @Test(arguments: [Float(1e-30), 1e-6, 0.01, 0.25, 0.5, 0.75, 0.99, 0.999_999])
  func logitIsTheInverse(p: Float) {
    let x = logit(p)
    #expect(abs(1 / (1 + exp(-Double(x))) - Double(p)) <= Double(p) * 1e-5)
  }

  @Test func logitBeyondItsRangeIsInfinite() {
    #expect(logit(0) == -.infinity && logit(-1) == -.infinity)
    #expect(logit(1) == .infinity && logit(2) == .infinity)
    #expect(logit(.nan) == -.infinity)
    #expect(logit(0.5) == 0)
  }
}
