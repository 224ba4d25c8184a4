import TensorKernels

/// Puts the channels of several maps side by side; those that lie there already stay.
struct ConcatenationStep: Step {
  let layer: Int
  let name = "concatenation"
  let inputs: [Placement]
  let output: Placement

  /// Whether all maps lie in their places already.
  var isDone: Bool {
    var first = 0
    return inputs.allSatisfy { input in
      defer { first += input.shape.channels }
      return isInPlace(input, first: first)
    }
  }

  private func isInPlace(_ input: Placement, first: Int) -> Bool {
    input.offset == output.offset + first && input.pixelStride == output.pixelStride
  }

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let to = output.map(in: workspace)
    var first = 0
    for input in inputs {
      defer { first += input.shape.channels }
      if isInPlace(input, first: first) { continue }
      let from = input.map(in: workspace)
      let part = to.channels(first..<first + from.channels)
      pool.split(to.pixels, cost: from.channels) { copyPixels(from, output: part, pixels: $0) }
    }
  }
}

/// Adds maps, weighted or not, into one shaped like the first.
struct AdditionStep: Step {
  let layer: Int
  let name = "addition"
  let addition: Addition
  let inputs: [Placement]
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let to = output.map(in: workspace)
    pool.split(to.height, cost: to.width * to.channels * inputs.count) { rows in
      let pixels = rows.lowerBound * to.width..<rows.upperBound * to.width
      for (index, input) in inputs.enumerated() {
        let from = input.map(in: workspace)
        let weights = addition.weights.isEmpty ? nil : addition.weights[index].storage
        if index > 0 {
          addScaled(
            from, weights: weights.map { UnsafePointer($0.base) }, existing: addition.existingScale,
            added: addition.addedScale, to: to, rows: rows)
        } else if let weights {
          multiplyChannels(from, by: weights.base, output: to, pixels: pixels)
        } else {
          copyPixels(from, output: to, pixels: pixels)
        }
      }
      addBiasAndActivate(to, pixels: pixels, bias: nil, activation: addition.activation)
    }
  }
}

/// Multiplies a map by factors: one for each number, channel or pixel.
struct MultiplicationStep: Step {
  let layer: Int
  let name = "multiplication"
  let input: Placement
  let factors: Placement
  let output: Placement

  func run(in workspace: Workspace, on pool: WorkerPool) {
    let (from, by, to) = (
      input.map(in: workspace), factors.map(in: workspace), output.map(in: workspace)
    )
    pool.split(to.pixels, cost: to.channels) { pixels in
      if by.pixels == 1, to.pixels > 1 {
        multiplyChannels(from, by: by.base, output: to, pixels: pixels)
      } else {
        multiplyMaps(from, by: by, output: to, pixels: pixels)
      }
    }
  }
}
