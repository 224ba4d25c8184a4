import Foundation
import TensorKernels

extension Activation {
  /// Every activation; `leaky` with both of Darknet's slopes and that of its `revleaky`.
  static let everyCase: [Activation] = [
    .linear, .leaky(slope: 0.1), .leaky(slope: 0.01), .leaky(slope: 10), .relu, .relu6, .logistic,
    .loggy, .tanh, .swish, .mish, .hardMish, .hardSwish, .elu, .selu, .gelu, .ramp, .plse,
    .hardTanh,
    .leakyHardTanh, .stair,
  ]

  /// The function by its definition, in `Double`, without regard to speed.
  func reference(_ x: Double) -> Double {
    switch self {
    case .linear: x
    case .leaky(let slope): x > 0 ? x : Double(slope) * x
    case .relu: max(x, 0)
    case .relu6: min(max(x, 0), 6)
    case .logistic: 1 / (1 + exp(-x))
    case .loggy: Foundation.tanh(x / 2)
    case .tanh: Foundation.tanh(x)
    case .swish: x / (1 + exp(-x))
    case .mish: x * Foundation.tanh(log1p(exp(x)))
    case .hardMish: x > 0 ? x : x > -2 ? x * (x + 2) / 2 : 0
    case .hardSwish: x * min(max(x + 3, 0), 6) / 6
    case .elu: x >= 0 ? x : expm1(x)
    case .selu: x >= 0 ? 1.0507 * x : 1.0507 * 1.6732 * expm1(x)
    case .gelu:
      // 1 + tanh(y) without its cancellation: 2 / (1 + e^-2y).
      x / (1 + exp(-2 * (0.797885 * x + 0.035677 * x * x * x)))
    case .ramp: x > 0 ? 1.1 * x : 0.1 * x
    case .plse:
      x < -4 ? 0.01 * (x + 4) : x > 4 ? 0.01 * (x - 4) + 1 : x / 8 + 0.5
    case .hardTanh: min(max(x, -1), 1)
    case .leakyHardTanh: x < 0 ? 0.001 * x : x > 1 ? 0.001 * (x - 1) + 1 : x
    case .stair:
      Int(x.rounded(.down)) % 2 == 0
        ? (x / 2).rounded(.down) : x - x.rounded(.down) + (x / 2).rounded(.down)
    }
  }
}
