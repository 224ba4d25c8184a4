import TensorKernels
import Testing

@testable import YOLOKit

/// Makes a network's input of pictures, as the detector does.
struct InputMaker {
  var input: FeatureShape
  var conventions: InputConventions
  var policy: ResizePolicy
  var threads = 1
  /// Nil for those of every processor.
  var kernels: ConvolutionKernels? = KernelSelection.current

  /// The input for a picture, `[height, width, channels]`.
  func input(for buffer: PixelBuffer) throws -> [Float] {
    try inputs(for: [buffer])[0]
  }

  /// The inputs for pictures that come one after another through the same memory.
  func inputs(for buffers: [PixelBuffer]) throws -> [[Float]] {
    let network = Network(.activation(.relu), inputShape: input, outputShape: input)
    let plan = try ExecutionPlan(network, kernels: kernels)
    let workspace = Workspace(for: plan)
    let place = plan.input.offset..<plan.input.offset + input.count
    return buffers.map { buffer in
      // What an earlier picture left must not show, and what lies beside the input must stay.
      for i in 0..<workspace.arena.count { workspace.arena.base[i] = .nan }
      let letterbox = Letterbox(
        image: (buffer.width, buffer.height), input: input, policy: policy,
        conventions: conventions)
      plan.fillInput(
        of: workspace, with: buffer, letterbox: letterbox, conventions: conventions,
        on: WorkerPool.shared(threads: threads))
      let stray = (0..<workspace.arena.count).first {
        !place.contains($0) && !workspace.arena.base[$0].isNaN
      }
      #expect(stray == nil, "written beside the input")
      return workspace.arena.array(place)
    }
  }
}
