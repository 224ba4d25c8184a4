/// A function that is applied to every number of a map.
///
/// `x` is the number that comes in. The names are Darknet's (`src/activations.c` of both programs),
/// except that its `revleaky` is ``leaky(slope:)`` too.
package enum Activation: Hashable, Sendable {
  /// `x`.
  case linear
  /// `x` above 0, `slope * x` below. Darknet's `leaky` has a slope of 0.1, its `relie` of 0.01.
  case leaky(slope: Float)
  /// `max(x, 0)`.
  case relu
  /// `min(max(x, 0), 6)`.
  case relu6
  /// `1 / (1 + e^-x)`.
  case logistic
  /// `2 logistic(x) - 1`.
  case loggy
  /// The hyperbolic tangent.
  case tanh
  /// `x logistic(x)`, also known as SiLU.
  case swish
  /// `x tanh(ln(1 + e^x))` (Misra 2019).
  case mish
  /// `x` above 0, `x²/2 + x` above -2, else 0.
  case hardMish
  /// `x min(max(x + 3, 0), 6) / 6` (Howard et al. 2019).
  case hardSwish
  /// `x` from 0 on, `e^x - 1` below.
  case elu
  /// ``elu`` scaled: `1.0507 x`, or `1.0507 * 1.6732 (e^x - 1)` below 0.
  case selu
  /// `x/2 (1 + tanh(0.797885 x + 0.035677 x³))`.
  case gelu
  /// `1.1 x` above 0, `0.1 x` below.
  case ramp
  /// Piecewise linear: `x/8 + 1/2`, and beyond ±4 with a slope of 0.01.
  case plse
  /// `x` held within -1…1.
  case hardTanh
  /// `x` within 0…1, beyond it with a slope of 0.001.
  case leakyHardTanh
  /// Stairs: `floor(x/2)` where `floor(x)` is even, else a ramp to the next step.
  case stair
}
