import TensorKernels

extension ExecutionPlan {
  /// Fills the network's input with a picture.
  ///
  /// - Parameters:
  ///   - workspace: The memory.
  ///   - buffer: The picture.
  ///   - letterbox: How it lies in the input.
  ///   - conventions: How it is resized, and the grey around it.
  ///   - pool: The threads.
  func fillInput(
    of workspace: Workspace, with buffer: PixelBuffer, letterbox: Letterbox,
    conventions: InputConventions, on pool: WorkerPool
  ) {
    let way = InputFiller.Way(
      form: buffer.layout.sourceForm, letterbox: letterbox, resampling: conventions.resampling,
      fill: conventions.fill)
    let filler = workspace.filler(for: way, threads: pool.threads)
    buffer.withSourcePicture { picture in
      filler.fill(
        input.map(in: workspace), with: picture, kernels: resizeKernels, on: pool)
    }
  }
}

extension PixelLayout {
  /// The same for the kernels.
  var sourceForm: SourceForm {
    switch self {
    case .packed(let format): .packed(format.packedPixels)
    case .nv12(let encoding): .semiplanar(encoding.factors)
    case .i420(let encoding): .planar(encoding.factors)
    }
  }
}

extension PixelFormat {
  fileprivate var packedPixels: PackedPixels {
    switch self {
    case .gray: .gray
    case .rgb: .rgb
    case .bgr: .bgr
    case .rgba: .rgbx
    case .bgra: .bgrx
    }
  }
}

extension YCbCrEncoding {
  fileprivate var factors: YCbCrFactors {
    YCbCrFactors(
      redShare: redShare, blueShare: blueShare, blackLevel: blackLevel, lumaSteps: lumaSteps,
      chromaSteps: chromaSteps)
  }
}

extension PixelBuffer {
  /// Lends the samples to the kernels.
  fileprivate func withSourcePicture(_ body: (SourcePicture) -> Void) {
    withPlane(0) { first in
      guard let first else { return }
      withPlane(1) { second in
        withPlane(2) { third in
          body(
            SourcePicture(
              width: width, height: height, form: layout.sourceForm,
              planes: (first, second, third)))
        }
      }
    }
  }

  private func withPlane(_ number: Int, _ body: (SourcePlane?) -> Void) {
    guard let plane = plane(number) else { return body(nil) }
    plane.bytes.withUnsafeBufferPointer {
      body(SourcePlane($0, offset: plane.offset, rowStride: plane.rowStride))
    }
  }
}
