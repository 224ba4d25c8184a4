import TensorKernels

/// What a convolution does with its numbers before it writes them; see ``StepFusion``.
enum ConvolutionTail {
  /// Writes the largest of each two by two pixels, to a place of its own.
  case pools(Placement)
  /// Adds another map, and writes the sum.
  case adds(Placement, sum: Placement)

  /// Finds the places.
  init(_ fused: StepFusion.Fused, layout: MemoryLayoutPlan) {
    let place = layout.placement(of: .node(fused.node))
    switch fused.tail {
    case .pools: self = .pools(place)
    case .adds(let other): self = .adds(layout.placement(of: other), sum: place)
    }
  }

  /// Where the numbers are written in the end.
  var output: Placement {
    switch self {
    case .pools(let place), .adds(_, sum: let place): place
    }
  }

  /// What is added; nil for nothing.
  var residual: Placement? {
    if case .adds(let other, _) = self { other } else { nil }
  }

  /// Whether pixels are pooled.
  var pools: Bool { residual == nil }

  /// What a profile adds to the convolution's name.
  var suffix: String { pools ? " and pooling" : " and addition" }
}
