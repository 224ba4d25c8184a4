/// Rows of floats that a function of one number is tried on.
package enum FloatSweep {
  /// Evenly spread numbers, both ends included.
  package static func even(from first: Float, through last: Float, count: Int) -> [Float] {
    (0..<count).map {
      Float(Double(first) + (Double(last) - Double(first)) * Double($0) / Double(count - 1))
    }
  }

  /// Numbers of every binary exponent and both signs from 2^-149 (the least denormal) to 2^126,
  /// several for each, and both zeros.
  package static let allExponents: [Float] = {
    var numbers: [Float] = [0, -0.0]
    for exponent in -149...126 {
      let power = Float(sign: .plus, exponent: exponent, significand: 1)
      for factor: Float in [1, 1.0625, 1.25, 1.5, 1.9375] {
        numbers.append(power * factor)
        numbers.append(-power * factor)
      }
    }
    return numbers
  }()
}
