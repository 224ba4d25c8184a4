import TensorKernels

/// Activations, as far as operators of set 13 have them; the others as sums and products of those.
extension ONNXBuilder {
  /// The activated map.
  mutating func activated(_ x: String, _ activation: Activation) -> String {
    switch activation {
    case .linear: return x
    case .leaky(let slope): return graph.node("LeakyRelu", [x], [("alpha", .number(slope))])
    case .relu: return graph.node("Relu", [x])
    case .relu6: return clipped(x, 0, 6)
    case .logistic: return graph.node("Sigmoid", [x])
    case .loggy: return sum(scaled(graph.node("Sigmoid", [x]), by: 2), -1)
    case .tanh: return graph.node("Tanh", [x])
    case .swish: return graph.node("Mul", [x, graph.node("Sigmoid", [x])])
    case .mish:
      return graph.node("Mul", [x, graph.node("Tanh", [graph.node("Softplus", [x])])])
    case .hardMish:
      let low = clipped(x, -2, 0)
      let curve = graph.node("Add", [scaled(graph.node("Mul", [low, low]), by: 0.5), low])
      return graph.node("Add", [graph.node("Relu", [x]), curve])
    case .hardSwish:
      let gate = graph.node(
        "HardSigmoid", [x], [("alpha", .number(1.0 / 6)), ("beta", .number(0.5))])
      return graph.node("Mul", [x, gate])
    case .elu: return graph.node("Elu", [x], [("alpha", .number(1))])
    case .selu:
      return graph.node("Selu", [x], [("alpha", .number(1.6732)), ("gamma", .number(1.0507))])
    case .gelu: return gelu(x)
    case .ramp: return graph.node("Add", [scaled(x, by: 0.1), graph.node("Relu", [x])])
    case .plse: return bent(x, -4, 4, outside: 0.01) { $0.sum($0.scaled($1, by: 0.125), 0.5) }
    case .hardTanh: return clipped(x, -1, 1)
    case .leakyHardTanh: return bent(x, 0, 1, outside: 0.001) { $1 }
    case .stair: return stair(x)
    }
  }

  private mutating func clipped(_ x: String, _ low: Float, _ high: Float) -> String {
    graph.node("Clip", [x, graph.scalar(low), graph.scalar(high)])
  }

  private mutating func sum(_ x: String, _ number: Float) -> String {
    graph.node("Add", [x, graph.scalar(number)])
  }

  /// A function within two bounds, and a straight line of some slope beyond them.
  private mutating func bent(
    _ x: String, _ low: Float, _ high: Float, outside slope: Float,
    _ inside: (inout ONNXBuilder, String) -> String
  ) -> String {
    let middle = clipped(x, low, high)
    let rest = scaled(graph.node("Sub", [x, middle]), by: slope)
    return graph.node("Add", [inside(&self, middle), rest])
  }

  private mutating func gelu(_ x: String) -> String {
    let cube = graph.node("Mul", [graph.node("Mul", [x, x]), x])
    let inner = graph.node("Add", [scaled(x, by: 0.797885), scaled(cube, by: 0.035677)])
    let gate = sum(graph.node("Tanh", [inner]), 1)
    return graph.node("Mul", [scaled(x, by: 0.5), gate])
  }

  /// `half + (n - 2 half)(x - n)` with `n = floor(x)` and `half = floor(n / 2)`: the ramp counts where
  /// `n` is odd.
  private mutating func stair(_ x: String) -> String {
    let n = graph.node("Floor", [x])
    let half = graph.node("Floor", [scaled(n, by: 0.5)])
    let isOdd = graph.node("Sub", [n, scaled(half, by: 2)])
    let ramp = graph.node("Mul", [isOdd, graph.node("Sub", [x, n])])
    return graph.node("Add", [half, ramp])
  }
}
