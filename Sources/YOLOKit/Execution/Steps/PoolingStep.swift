import TensorKernels

/// Pooling: over windows, over the whole map, over channels.
struct PoolingStep: Step {
  /// What is pooled and how.
  enum Kind {
    case maximum(WindowGeometry)
    case average(WindowGeometry)
    case globalAverage
    case channelMaximum
  }

  let layer: Int
  let name = "pooling"
  let kind: Kind
  let input: Placement
  let output: Placement
  var kernels: ConvolutionKernels?

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, to) = (input.map(in: workspace), output.map(in: workspace))
    let row = to.width * to.channels
    switch kind {
    case .maximum(let window):
      pool.split(to.height, cost: row * window.area) {
        if let kernels {
          kernels.maximumPool(from, window, to, $0)
        } else {
          maximumPool(from, window: window, output: to, rows: $0)
        }
      }
    case .average(let window):
      pool.split(to.height, cost: row * window.area) {
        averagePool(from, window: window, output: to, rows: $0)
      }
    case .globalAverage: globalAveragePool(from, output: to)
    case .channelMaximum:
      pool.split(to.pixels, cost: from.channels) {
        channelMaximumPool(from, output: to, pixels: $0)
      }
    }
  }
}
