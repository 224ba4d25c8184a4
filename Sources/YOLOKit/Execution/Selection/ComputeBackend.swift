import TensorKernels

/// What computes the convolutions.
public enum ComputeBackend: String, Sendable, CaseIterable {
  /// The library's own kernels for the best instruction set that the processor has, else ``blas``.
  ///
  /// The environment can name another one: `YOLOKIT_KERNELS` is `avx512`, `avx2` or `blas`.
  case automatic
  /// im2col and OpenBLAS's `cblas_sgemm`: slower, on every processor.
  case blas
}

extension ComputeBackend {
  /// The kernels; nil for `cblas_sgemm`.
  var kernels: ConvolutionKernels? { self == .blas ? nil : KernelSelection.current }
}
