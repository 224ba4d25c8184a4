import TensorKernels

/// A fully connected layer: one matrix product with a single row.
struct ConnectedStep: Step {
  let layer: Int
  let name = "connected"
  let connected: Connected
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let count = input.shape.count
    pool.split(connected.outputs, cost: count) { range in
      for output in range {
        to.base[output] = dotProduct(
          from.base, connected.weights.storage.base + output * count, count: count)
      }
    }
    addBiasAndActivate(
      to, pixels: 0..<1, bias: connected.bias.storage.base, activation: connected.activation)
  }
}

/// Softmax over groups of all numbers.
struct SoftmaxStep: Step {
  let layer: Int
  let name = "softmax"
  let groups: Int
  let temperature: Float
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let count = input.shape.count / groups
    for group in 0..<groups {
      softmax(
        from.base + group * count, count: count, temperature: temperature,
        into: to.base + group * count)
    }
  }
}
