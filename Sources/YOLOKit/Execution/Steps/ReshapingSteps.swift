import TensorKernels

/// Repeats pixels.
struct UpsampleStep: Step {
  let layer: Int
  let name = "upsample"
  let factor: Int
  let scale: Float
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(to.height, cost: to.width * to.channels) {
      upsampleNearest(from, factor: factor, scale: scale, output: to, rows: $0)
    }
  }
}

/// Spreads pixels apart and fills the gaps with 0.
struct ZeroStuffingStep: Step {
  let layer: Int
  let name = "zero stuffing"
  let stride: Int
  let input: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    pool.split(to.height, cost: to.width * to.channels) {
      stuffZeros(from, stride: stride, output: to, rows: $0)
    }
  }
}

/// Puts numbers into another order.
struct ReorderingStep: Step {
  let layer: Int
  let name = "reordering"
  let table: [Int32]
  let input: Placement
  let output: Placement

  init(layer: Int, reordering: Reordering, input: Placement, output: Placement) {
    self.layer = layer
    self.input = input
    self.output = output
    table = reordering.table(input: input.shape, output: output.shape)
  }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    table.withUnsafeBufferPointer { indices in
      guard let base = indices.baseAddress else { return }
      pool.split(indices.count, cost: 1) { gather(from, indices: base, output: to, range: $0) }
    }
  }
}
